public import AppGroup
public import Codec
import Synchronization

/// One place where the broadcast goes: its own thread, queue, connection and reconnects.
///
/// A slow or dead target delays nobody: its queue drops and counts. Packets come from the fan-out;
/// everything public may be called from any thread but real-time ones. `start`, then `stop`, then `join`.
public final class Target: Sendable {
    public let id: Int
    public let url: TargetURL
    /// Whether packets must come in the order of their decoding times: files, HLS and MPEG-TS.
    /// RTMP takes each as soon as it is there, since sound is ready some 50 ms after the picture.
    public let needsOrder: Bool
    let queue: PacketQueue
    private let streams: [StreamDescription]
    private let settings: TargetSettings
    private let sink: any PacketSink
    private let wakeup: Wakeup
    private let wantsKeyframe: @Sendable () -> Void
    private let request = Atomic<UInt8>(Request.none.rawValue)
    private let packets = Atomic<Int>(0)
    private let rate = Atomic<Int>(0)
    private let rateTime = Atomic<Int64>(0)
    /// Locked when the state changes, never per packet.
    private let shown = Mutex(Shown())
    private let worker = Mutex<Worker?>(nil)

    private enum Request: UInt8 { case none, stop, stopAtOnce }

    private struct Shown {
        var state = TargetState.idle
        var lastError: DeliveryError?
        var reconnects = 0
    }

    /// - Parameters:
    ///   - id: any number that tells the targets of a session apart.
    ///   - streams: what it gets of what is encoded: at most a picture and a sound that its container takes, the picture first.
    ///   - wantsKeyframe: called on the target's thread whenever it has connected; must not block.
    /// - Throws: `SystemError` when the process is out of descriptors.
    public init(
        id: Int, url: TargetURL, streams: [StreamDescription], settings: TargetSettings = TargetSettings(),
        wantsKeyframe: @escaping @Sendable () -> Void
    ) throws(SystemError) {
        (self.id, self.url, self.streams, self.settings) = (id, url, streams, settings)
        self.wantsKeyframe = wantsKeyframe
        wakeup = try Wakeup()
        sink = Self.makeSink(url, settings, hasPictures: streams.contains { $0.kind == .video })
        if case .rtmp = url.place { needsOrder = false } else { needsOrder = true }
        queue = PacketQueue(
            span: settings.queueSpan ?? (url.isLocal ? .seconds(20) : .seconds(3)),
            bytes: settings.queueBytes ?? (url.isLocal ? 64 : 4) * 1024 * 1024,
            hasVideo: streams.contains { $0.kind == .video }, waking: wakeup)
    }

    /// Whether it has a stream of this coding.
    func takes(_ coding: Coding) -> Bool { streams.contains { $0.coding == coding } }

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
        let isConnected = shown.withLock { $0.state == .connected || $0.state == .live }
        sink.end(by: .now() + (isAtOnce || !isConnected ? .zero : settings.drainLimit))
        wakeup.signal()
    }

    /// Waits for the thread's end, which follows `stop` or a final failure.
    @available(*, noasync)
    public func join() { worker.withLock { $0 }?.join() }

    public var status: TargetStatus {
        let shown = shown.withLock { $0 }
        let isFresh = MediaTime.now().nanoseconds - rateTime.load(ordering: .relaxed) < 3_000_000_000
        return TargetStatus(
            id: id, maskedURL: url.masked, state: shown.state, bytesSent: sink.bytesSent, packetsSent: packets.load(ordering: .relaxed),
            isSoundAlone: !streams.contains { $0.kind == .video }, droppedPictures: queue.droppedPictures, droppedSounds: queue.droppedSounds,
            queuedBytes: queue.queuedBytes,
            queued: queue.queued, unsentBytes: sink.unsentBytes, reconnects: shown.reconnects,
            kilobitsPerSecond: shown.state == .live && isFresh ? rate.load(ordering: .relaxed) : 0, lastError: shown.lastError)
    }

    // --- the target's thread

    private func run() {
        var machine = TargetMachine(isRecording: url.isRecording, retryInterval: settings.retryInterval, drainLimit: settings.drainLimit)
        var sender = Sender()
        var action = machine.handle(.start, at: .now())
        while true {
            show(machine)
            let event: TargetMachine.Event
            switch action {
            case .open: event = open()
            case .send: event = send(&sender, until: nil)
            case .drain(let deadline): event = send(&sender, until: deadline)
            case .none: event = send(&sender, until: nil)
            case .wait(let time):
                close(&sender)
                event = wait(until: time)
            case .finish:
                finish()
                return
            case .abandon:
                close(&sender)
                show(machine)
                return
            }
            action = machine.handle(event, at: .now())
            if machine.state.isEnded { show(machine, isEnding: true) }
        }
    }

    /// What sending has got to; a new connection starts it over, except for time 0.
    private struct Sender {
        var start: MediaTime?
        var hasBegun = false
        var isReported = false
        var windowStart = MediaTime.now()
        var windowBytes = 0
    }

    private func open() -> TargetMachine.Event {
        if let stop = stopRequest { return stop }
        do throws(DeliveryError) {
            try sink.open(until: .now() + settings.connectLimit)
        } catch {
            return stopRequest ?? .openFailed(error)
        }
        queue.open()
        wantsKeyframe()
        return .opened
    }

    private func wait(until time: MediaTime) -> TargetMachine.Event {
        while MediaTime.now() < time {
            if let stop = stopRequest { return stop }
            _ = wakeup.wait(until: time)
        }
        return .retryDue
    }

    /// Sends until something happens that the machine must know.
    private func send(_ sender: inout Sender, until deadline: MediaTime?) -> TargetMachine.Event {
        do throws(DeliveryError) {
            while true {
                if request.load(ordering: .acquiring) == Request.stopAtOnce.rawValue { return .stopAtOnce }
                if deadline == nil, let stop = stopRequest { return stop }
                if let deadline, MediaTime.now() >= deadline { return .drained }
                guard let packet = queue.take() else {
                    if deadline != nil { return .drained }
                    _ = wakeup.wait()
                    continue
                }
                try write(packet, &sender)
                if sender.hasBegun, !sender.isReported, sink.hasSentMedia {
                    sender.isReported = true
                    return .mediaSent
                }
            }
        } catch {
            return stopRequest.map { _ in .stopAtOnce } ?? .broke(error)
        }
    }

    private func write(_ packet: Packet, _ sender: inout Sender) throws(DeliveryError) {
        let deadline = MediaTime.now() + settings.stallLimit
        if !sender.hasBegun {
            // A packet from before the connection may have slipped in.
            guard packet.isKeyframe, packet.kind == .video || streams.allSatisfy({ $0.kind == .audio }) else { return }
            let start = sender.start ?? packet.dts
            sender.start = start
            try sink.begin(streams, start: start, from: packet.dts, until: deadline)
            sender.hasBegun = true
        }
        guard try sink.write(packet, until: deadline) else { return }
        packets.add(1, ordering: .relaxed)
        measure(&sender)
    }

    private func measure(_ sender: inout Sender) {
        let now = MediaTime.now()
        let span = now - sender.windowStart
        guard span >= .seconds(1) else { return }
        let bytes = sink.bytesSent
        rate.store(Int(Double(bytes - sender.windowBytes) * 8 / 1000 / span.inSeconds), ordering: .relaxed)
        rateTime.store(now.nanoseconds, ordering: .relaxed)
        (sender.windowStart, sender.windowBytes) = (now, bytes)
    }

    private func close(_ sender: inout Sender) {
        queue.close()
        sink.abandon(until: .now() + .seconds(1))
        (sender.hasBegun, sender.isReported) = (false, false)
    }

    private func finish() {
        queue.close()
        do throws(DeliveryError) { try sink.finish(until: .now() + settings.drainLimit) } catch {
            let failure = error
            shown.withLock { $0.lastError = failure }
        }
        shown.withLock { $0.state = .closed }
    }

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
            $0.reconnects = machine.reconnects
        }
    }

    private static func makeSink(_ url: TargetURL, _ settings: TargetSettings, hasPictures: Bool) -> any PacketSink {
        switch url.place {
        case .hls:
            HLSSink(
                url, in: SegmentFolder(url.text), length: settings.playlistLength, keyframeInterval: settings.keyframeInterval,
                hasPictures: hasPictures)
        case .httpHLS:
            HLSSink(
                url, in: SegmentServer(url), length: settings.playlistLength, keyframeInterval: settings.keyframeInterval,
                hasPictures: hasPictures)
        case .file: RecordingSink(url, settings)
        case .srt: MuxedSink(url, url.container, on: SRTConnection(url, bitsPerSecond: settings.bitsPerSecond))
        case .udp: MuxedSink(url, url.container, on: UDPConnection(url, bitsPerSecond: settings.bitsPerSecond))
        case .rtmp:
            MuxedSink(
                url, url.container,
                on: LibAVConnection(
                    url, bitsPerSecond: settings.bitsPerSecond, stallLimit: settings.stallLimit, certificates: settings.certificates))
        }
    }
}
