public import Codec
public import Platform
import Synchronization

/// One encode, many targets: takes packets from an encoding's thread and the mixer's, and gives each to every target that takes it.
///
/// ```
///  encode thread ──ring──► its thread ──┬─► RTMP targets and viewers, at once
///                               ▲       └─ order by time ─► files, HLS, MPEG-TS
///  mixer thread ──┬─────ring────┘  (only where somebody wants the order)
///                 └─► RTMP targets and viewers, at once
/// ```
/// Offering never waits and allocates nothing; neither does handing on. Start it, add targets, stop it, then the targets.
public final class FanOut: Sendable {
    public let keyframes: KeyframeRequests
    /// From a picture's capture to its being in the queues of the targets that take it at once.
    public let delays = DelayStatistics()
    private let codings: Set<Coding>
    private let tap: (any PacketTap)?
    private let viewers = LiveViewers()
    private let video = SPSCRing<Packet>(capacity: 256)
    private let audio = SPSCRing<Packet>(capacity: 512)
    private let wakeup: Wakeup
    private let commands = SPSCRing<Command>(capacity: 64)
    /// Control plane only: makes many callers one producer.
    private let commander = Mutex<Void>(())
    private let isStopping = Atomic<Bool>(false)
    private let overflows = Atomic<Int>(0)
    private let audioLag = Atomic<Int64>(0)
    private let worker = Mutex<Worker?>(nil)
    /// Changed by the fan-out's thread alone.
    private let outlets: Mutex<Outlets>

    /// Who gets packets.
    private struct Outlets: Sendable {
        var targets: [Target] = []
        let hasTap: Bool

        /// Somebody wants pictures and audio in order.
        var needsOrder: Bool { hasTap || targets.contains(where: \.needsOrder) }
    }

    private enum Command: Sendable {
        case add(Target)
        case remove(Int)
    }

    /// - Parameters:
    ///   - codings: of the streams that are encoded: the picture, and the audio in one codec or in two.
    ///   - keyframes: where targets that fell behind ask for a key frame.
    ///   - tap: sees every packet but those of single sources, in order; `nil` for none.
    public init(_ codings: Set<Coding>, keyframes: KeyframeRequests, tap: (any PacketTap)? = nil) throws(SystemError) {
        (self.codings, self.keyframes, self.tap) = (codings, keyframes, tap)
        outlets = Mutex(Outlets(hasTap: tap != nil))
        wakeup = try Wakeup()
    }

    /// Once only.
    public func start() throws(SystemError) {
        let started = try Worker(name: "fan-out") { [self] in run() }
        worker.withLock { $0 = started }
    }

    /// Hands on what was offered, ends the thread and waits for it. Targets stay as they are.
    @available(*, noasync)
    public func stop() {
        isStopping.store(true, ordering: .releasing)
        wakeup.signal()
        worker.withLock { $0 }?.join()
        viewers.end()
    }

    /// Encode thread. False when the fan-out is far behind and the packet was let go, which is counted.
    /// - Parameter captureTime: when what it shows was captured; `nil` takes the packet's own time.
    @discardableResult
    public func offerVideo(_ packet: Packet, captureTime: MediaTime? = nil) -> Bool {
        packet.noteCapture(at: captureTime ?? packet.pts)
        return offer(packet, to: video)
    }

    /// The thread that encodes audio. False as for `offerVideo`.
    @discardableResult
    public func offerAudio(_ packet: Packet) -> Bool {
        // Its own thread would have to wake up for each: 50 times a second.
        let outlets = outlets.withLock { $0 }
        give(packet, to: outlets.targets, ordered: false)
        return outlets.needsOrder ? offer(packet, to: audio) : true
    }

    /// Audio comes so much later than usual: what is ordered by time waits that much longer for it. Any thread.
    public func expectAudio(later lag: Duration) { audioLag.store(lag.inNanoseconds, ordering: .relaxed) }

    /// From the next packet on, the target gets packets. Control plane. False when too many changes wait: try again.
    public func add(_ target: Target) -> Bool { command(.add(target)) }

    /// The target gets no more packets soon; stop it meanwhile or afterwards. Control plane. False as for `add`.
    public func remove(id: Int) -> Bool { command(.remove(id)) }

    /// Somebody who gets its packets from the next key frame on, which is asked for, until `end`. Any thread.
    public func addViewer(of codings: Set<Coding>) -> LiveViewer {
        let viewer = LiveViewer(codings, keyframes: keyframes)
        viewers.add(viewer)
        return viewer
    }

    /// Packets let go because the fan-out itself was behind: nothing but a starved machine makes this grow.
    public var overflowCount: Int { overflows.load(ordering: .relaxed) }

    private func offer(_ packet: Packet, to ring: SPSCRing<Packet>) -> Bool {
        let isTaken = ring.push(packet)
        if !isTaken {
            overflows.add(1, ordering: .relaxed)
            keyframes.request()
        }
        wakeup.signal()
        return isTaken
    }

    private func command(_ command: Command) -> Bool {
        // No one takes it any more, and no packet comes.
        if isStopping.load(ordering: .acquiring) { return true }
        let isTaken = commander.withLock { _ in commands.push(command) }
        wakeup.signal()
        return isTaken
    }

    // --- the fan-out's thread

    private func run() {
        var order = PacketOrder<Packet>(codings)
        let patience = order.patience
        while true {
            // SYNC POINT fan-out-stop: read before the rings, so that what was offered before is handed on.
            let isLast = isStopping.load(ordering: .acquiring)
            while let command = commands.pop() { outlets.withLock { apply(command, to: &$0.targets) } }
            let outlets = outlets.withLock { $0 }
            let targets = outlets.targets
            order.patience = patience + .nanoseconds(audioLag.load(ordering: .relaxed))
            while let packet = video.pop() {
                if let trace = packet.trace { trace.note(.queued, at: .now()) }
                give(packet, to: targets, ordered: false)
                if outlets.needsOrder { arrange(packet, targets, order) }
                delays.record(MediaTime.now() - (packet.captureTime ?? packet.pts))
            }
            while let packet = audio.pop() { arrange(packet, targets, order) }
            while let packet = order.pop(at: .now(), isForced: isLast) { give(packet, to: targets, ordered: true) }
            if isLast { return }
            _ = wakeup.wait(until: order.deadline)
        }
    }

    private func apply(_ command: Command, to targets: inout [Target]) {
        switch command {
        case .add(let target): targets.append(target)
        case .remove(let id): targets.removeAll { $0.id == id }
        }
    }

    private func arrange(_ packet: Packet, _ targets: [Target], _ order: PacketOrder<Packet>) {
        while !order.push(packet, coding: packet.coding, dts: packet.dts, at: .now()) {
            guard let early = order.pop(at: .now(), isForced: true) else { return }
            give(early, to: targets, ordered: true)
        }
    }

    /// The fan-out's thread, and the one that encodes audio for what is not ordered.
    private func give(_ packet: Packet, to targets: [Target], ordered: Bool) {
        // With one stream nothing waits for another.
        if ordered, codings.count > 1, let trace = packet.trace { trace.note(.ordered, at: .now()) }
        if packet.track == 0 { if ordered { tap?.take(packet) } else { viewers.offer(packet) } }
        for target in targets where target.needsOrder == ordered && target.takes(packet) {
            // Audio that a queue turns away while it waits for a key frame is no reason to want one more.
            if target.offer(packet, from: self) == .awaitsKeyframe, packet.kind == .video { keyframes.request() }
        }
    }
}
