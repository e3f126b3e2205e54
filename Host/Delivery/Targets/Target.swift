public import Codec
public import Platform
package import Synchronization

/// One destination of the broadcast: its own thread, queue, connection and reconnects.
///
/// A slow or dead target delays no one: its queue drops and counts. Packets come from the fan-out; everything public may be called from
/// any thread but real-time ones. `start`, then `stop`, then `join`; in between it may be paused, resumed and connected anew.
public final class Target: Sendable {
    public let id: Int
    public let url: TargetURL
    /// Whether packets must come in the order of their decoding times: files, HLS and MPEG-TS.
    /// RTMP takes each as soon as it is there, since audio is ready some 50 ms after the picture.
    public let needsOrder: Bool
    let queue: PacketQueue
    /// Locked for each packet: two fan-outs at most want it, and only while the target changes over from one to the other.
    let feed = Mutex(TargetFeed())
    package let streams: [StreamDescription]
    package let settings: TargetSettings
    package let sink: any PacketSink
    private let bytes = ByteCount()
    package let wakeup: Wakeup
    private let wantsKeyframe: @Sendable () -> Void
    private let request = Atomic<UInt8>(Request.none.rawValue)
    /// What is asked for and not done yet, in order.
    private let commands = Mutex<[TargetMachine.Event]>([])
    /// Chapters that are not written yet.
    package let marks = Mutex<[ChapterMark]>([])
    package let packets = Atomic<Int>(0)
    package let pictures = Atomic<Int>(0)
    /// Of the stream's time, what was sent, in nanoseconds: gaps between connections and pauses are no part of it.
    package let sentTime = Atomic<Int64>(0)
    /// From a picture's capture to its being sent, or written.
    public let delays = DelayHistogram()
    package let rate = Atomic<Int>(0)
    package let rateTime = Atomic<Int64>(0)
    /// Locked when the state changes, never per packet.
    package let shown = Mutex(Shown())
    private let worker = Mutex<Worker?>(nil)

    private enum Request: UInt8 { case none, stop, stopAtOnce }

    package struct Shown {
        var state = TargetState.idle
        var lastError: DeliveryError?
        var reconnects = 0
        var losses = 0
        var failedAttempts = 0
        var nextAttempt: MediaTime?
        /// From the hook, instead of `url`.
        var freshURL: TargetURL?
        var freshAddresses = 0
        var hookFailures = 0
        var hookError: DeliveryError?
    }

    /// - Parameters:
    ///   - id: any number that tells the targets of a session apart.
    ///   - streams: what it gets of what is encoded: at most a picture, the first, and audio that its container takes; of a recording several.
    ///   - wantsKeyframe: called on the target's thread whenever it has connected; must not block.
    /// - Throws: `SystemError` when the process is out of descriptors.
    public init(
        id: Int, url: TargetURL, streams: [StreamDescription], settings: TargetSettings = TargetSettings(),
        wantsKeyframe: @escaping @Sendable () -> Void
    ) throws(SystemError) {
        (self.id, self.url, self.streams, self.settings) = (id, url, streams, settings)
        self.wantsKeyframe = wantsKeyframe
        wakeup = try Wakeup()
        sink = Self.makeSink(url, settings, codings: streams.map(\.coding), counting: bytes)
        if case .rtmp = url.kind { needsOrder = false } else { needsOrder = true }
        queue = PacketQueue(
            span: settings.queueSpan ?? (url.isLocal ? .seconds(20) : .seconds(3)),
            bytes: settings.queueBytes ?? (url.isLocal ? 64 : 4) * 1024 * 1024,
            hasVideo: streams.contains { $0.kind == .video }, audioStreams: streams.count { $0.kind == .audio }, waking: wakeup)
    }

    /// Whether it is one file, which cannot be opened twice.
    public var isRecording: Bool { url.isRecording }

    /// Whether it has the packet's stream.
    package func takes(_ packet: Packet) -> Bool { streams.contains { $0.coding == packet.coding && $0.track == packet.track } }

    /// Starts the thread, which connects at once. Once only.
    public func start() throws(SystemError) {
        let started = try Worker(name: "target-\(id)") { [self] in run() }
        worker.withLock { $0 = started }
    }

    /// Asks for the end. Returns at once.
    ///
    /// - Parameter isAtOnce: false sends what is queued and writes the ending, within `drainLimit`.
    public func stop(isAtOnce: Bool = false) {
        request.max((isAtOnce ? Request.stopAtOnce : .stop).rawValue, ordering: .releasing)
        let isConnected = shown.withLock { $0.state.isConnected }
        sink.end(by: .now() + (isAtOnce || !isConnected ? .zero : settings.drainLimit))
        wakeup.signal()
    }

    /// Sends nothing until `resume`. A network target hangs up meanwhile; a recording stays open and leaves the time out.
    /// Returns at once, as do the next two; what makes no sense in the state it finds does nothing.
    public func pause() { enqueue(.pause) }

    public func resume() { enqueue(.resume) }

    /// Connects anew at once: from a connection that is open, from one that is being waited for, after a failure.
    public func reconnect() { enqueue(.reconnect) }

    /// A way to the world came up: a target that waits for the next attempt makes it now.
    public func linkCameUp() { enqueue(.linkUp) }

    /// What is sent from now on, picture and audio together: what the kernel may hold back follows from it.
    public func expect(bitsPerSecond: Int) { sink.expect(bitsPerSecond: bitsPerSecond) }

    /// What it gets of the picture, until told otherwise.
    public func setSelection(_ selection: StreamSelection) { queue.selection = selection }

    private func enqueue(_ event: TargetMachine.Event) {
        // SYNC POINT sink-interrupt: noted before what blocks is broken off.
        commands.withLock { $0.append(event) }
        if case .linkUp = event {
        } else if !url.isLocal {
            // A moment for the goodbye.
            sink.interrupt(by: .now() + (shown.withLock { $0.state.isConnected } ? .milliseconds(500) : .zero))
        }
        wakeup.signal()
    }

    /// Waits for the thread's end, which follows `stop` or a final failure.
    @available(*, noasync)
    public func join() { worker.withLock { $0 }?.join() }

    // --- the target's thread

    private func run() {
        let policy = settings.reconnect
        let repairable = settings.hook == nil ? [] : TargetAddressCheck.repairable
        var machine = TargetMachine(isRecording: url.isRecording, drainLimit: settings.drainLimit, repairable: repairable) {
            policy.delay(beforeAttempt: $0, dice: .random(in: -1...1))
        }
        var sender = TargetSender()
        var action = machine.handle(.start, at: .now())
        while true {
            show(machine)
            let event: TargetMachine.Event
            switch action {
            case .open: event = open(&sender)
            case .reopen:
                close(&sender)
                event = open(&sender)
            case .send:
                if sender.isHeld { goOn(&sender) }
                event = send(&sender, until: nil)
            case .drain(let deadline): event = send(&sender, until: deadline)
            case .none: event = send(&sender, until: nil)
            case .wait(let time):
                close(&sender)
                event = wait(until: time)
            case .rest:
                close(&sender)
                event = wait(until: nil)
            case .hold:
                queue.close()
                sender.isHeld = true
                event = wait(until: nil)
            case .finish:
                finish()
                return
            case .abandon:
                close(&sender)
                show(machine)
                return
            }
            sender.care.note(event)
            action = machine.handle(event, at: .now())
            if machine.state.isEnded { show(machine, isEnding: true) }
        }
    }

    private func open(_ sender: inout TargetSender) -> TargetMachine.Event {
        if let command = nextCommand() { return command }
        let url = address(&sender.care)
        do throws(DeliveryError) {
            defer { sender.takeover.advance() }
            try sink.open(settings.takesOver ? url.takingOver(sender.takeover) : url, until: .now() + settings.connectLimit) { !hasCommand }
        } catch {
            return nextCommand() ?? .openFailed(error)
        }
        queue.open()
        wantsKeyframe()
        return .opened
    }

    /// - Parameter time: `nil` waits for a command.
    private func wait(until time: MediaTime?) -> TargetMachine.Event {
        while true {
            if let command = nextCommand() { return command }
            if let time, MediaTime.now() >= time { return .retryDue }
            if let time { _ = wakeup.wait(until: time) } else { _ = wakeup.wait() }
        }
    }

    /// After a pause during which the recording stayed open.
    private func goOn(_ sender: inout TargetSender) {
        (sender.isHeld, sender.isResuming, sender.isReported) = (false, true, false)
        queue.open()
        wantsKeyframe()
    }

    /// Sends until something happens that the machine must know.
    private func send(_ sender: inout TargetSender, until deadline: MediaTime?) -> TargetMachine.Event {
        do throws(DeliveryError) {
            while true {
                if request.load(ordering: .acquiring) == Request.stopAtOnce.rawValue { return .stopAtOnce }
                if deadline == nil, let command = nextCommand() { return command }
                if let deadline, MediaTime.now() >= deadline { return .drained }
                if sender.hasBegun, !sender.isResuming { try writeMarks() }
                guard let packet = queue.dequeue() else {
                    if deadline != nil { return .drained }
                    try waitForPacket()
                    continue
                }
                try write(packet, &sender)
                if sender.hasBegun, !sender.isResuming, !sender.isReported, sink.hasSentMedia {
                    sender.isReported = true
                    return .mediaSent
                }
            }
        } catch {
            if stopRequest != nil { return .stopAtOnce }
            return (deadline == nil ? nextCommand() : nil) ?? .broke(error)
        }
    }

    private func write(_ packet: Packet, _ sender: inout TargetSender) throws(DeliveryError) {
        let began = MediaTime.now()
        let deadline = began + settings.stallLimit
        if !sender.hasBegun {
            // A packet from before the connection may have slipped in.
            guard packet.isKeyframe, packet.kind == .video || streams.allSatisfy({ $0.kind == .audio }) else { return }
            let start = sender.start ?? packet.dts
            sender.start = start
            // The encoder may have been opened anew since this target was made.
            let current = packet.stream.map { picture in streams.map { $0.kind == .video ? picture : $0 } } ?? streams
            try sink.begin(current, start: start, from: packet.dts, until: deadline)
            sender.hasBegun = true
        } else if sender.isResuming {
            guard packet.isKeyframe, packet.kind == .video || streams.allSatisfy({ $0.kind == .audio }) else { return }
            try sink.skip(to: packet.dts, until: deadline)
            (sender.isResuming, sender.newest) = (false, nil)
        }
        guard try sink.write(packet, until: deadline) else { return }
        count(packet, &sender, dequeuedAt: began)
    }

    private func close(_ sender: inout TargetSender) {
        queue.close()
        sink.abandon(until: .now() + .seconds(1))
        (sender.hasBegun, sender.isReported, sender.isHeld, sender.isResuming) = (false, false, false, false)
        sender.newest = nil
    }

    private func finish() {
        queue.close()
        do throws(DeliveryError) {
            try writeMarks()
            try sink.finish(until: .now() + settings.drainLimit)
        } catch {
            let failure = error
            shown.withLock { $0.lastError = failure }
        }
        shown.withLock { $0.state = .closed }
    }

    /// A stop goes before everything else.
    private func nextCommand() -> TargetMachine.Event? {
        stopRequest ?? commands.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    }

    package var hasCommand: Bool { stopRequest != nil || commands.withLock { !$0.isEmpty } }

    private var stopRequest: TargetMachine.Event? {
        switch Request(rawValue: request.load(ordering: .acquiring)) {
        case .stop: .stop
        case .stopAtOnce: .stopAtOnce
        default: nil
        }
    }

    /// A clean end shows only when everything is written.
    private func show(_ machine: TargetMachine, isEnding: Bool = false) {
        shown.withLock {
            if !(isEnding && machine.state == .closed) { $0.state = machine.state }
            if let error = machine.lastError { $0.lastError = error }
            ($0.reconnects, $0.losses) = (machine.reconnects, machine.losses)
            ($0.failedAttempts, $0.nextAttempt) = (machine.failedAttempts, machine.nextAttempt)
        }
    }
}
