import Fixtures
import Platform
import TestSupport

@testable import Delivery
@testable import RateControl

/// A whole stream in virtual time: encoder, queue, link, receiver, and the rate controller that steers it.
struct SimulatedStream {
    /// What the sender can see of its link.
    enum Line: String, CaseIterable, Sendable {
        case tcp
        /// Something on the way acknowledges at once: little can be seen.
        case proxied
        case srt
    }

    struct Point {
        let time: Double
        let bitRate: Int
        let produced: Int
        let level: DegradationLevel
        let delay: Double
    }

    let trace: LinkTrace
    let line: Line
    let content: SimulatedEncoder.Content
    var seed: UInt64 = 1
    var limits = try! BitRateLimits(floor: 500_000, initial: 1_500_000, ceiling: 4_500_000)
    /// Off: the bit rate stays where it began.
    var isAdaptive = true

    static let sound = 128_000
    private static let step = 0.005

    func run(for seconds: Double? = nil) -> SimulatedRun {
        var result = SimulatedRun(trace: trace)
        var wire: any SimulatedLink =
            line == .srt
            ? SimulatedSRT(trace) : SimulatedTCP(trace, sendBuffer: limits.ceiling / 8 / 2, isProxied: line == .proxied)
        var encoder = SimulatedEncoder(content, bitRate: limits.initial, seed: seed)
        var rateController = RateController(limits: limits, soundBitRate: Self.sound, framesPerSecond: 30, mayLowerSize: false)
        rateController.add(1, .important)
        // What the rate controller has for its one target, for what it says of its samples.
        var controller = BitRateController(limits: limits, soundBitRate: Self.sound)
        var dice = SeededRandom(seed: seed &+ 77)
        var queue = SimulatedQueue()
        var partial: (bytes: Int, packet: SimulatedQueue.Packet)?
        var ends: [(end: Int, time: Double, isPicture: Bool)] = []
        var (soundTime, sampleTime, blocked, handed, lastKeyframe) = (0.0, 0.1, 0.0, 0, -1.0)
        let end = seconds ?? trace.duration / .seconds(1)
        var ticks = 0
        while Double(ticks) * Self.step < end {
            ticks += 1
            let time = Double(ticks) * Self.step
            let mayKey = queue.wantsKeyframe && time - lastKeyframe > 0.5
            if let frame = encoder.advance(to: time, step: Self.step, wantsKeyframe: mayKey) {
                if frame.isKeyframe { lastKeyframe = time }
                queue.offer(.init(bytes: frame.bytes, time: time, isPicture: true, isKeyframe: frame.isKeyframe))
            }
            if time >= soundTime {
                soundTime += 0.0213
                queue.offer(.init(bytes: Self.sound / 8 / 47, time: time, isPicture: false, isKeyframe: true))
            }
            // The target's thread writes one packet after the other, as far as there is room.
            while true {
                if partial == nil, let packet = queue.dequeue() { partial = (packet.bytes, packet) }
                guard let (bytes, packet) = partial else { break }
                let fits = min(bytes, wire.room(at: time))
                if fits > 0 { wire.send(fits, at: time) }
                handed += fits
                if fits == bytes {
                    partial = nil
                    ends.append((wire.sent, packet.time, packet.isPicture))
                } else {
                    partial = (bytes - fits, packet)
                    blocked += Self.step
                    break
                }
            }
            let before = wire.arrived
            wire.advance(to: time)
            result.arrived(bits: Double(wire.arrived - before) * 8, at: time)
            while let first = ends.first, first.end <= wire.arrived {
                if first.isPicture { result.delays.append((time: time, delay: time - first.time)) }
                ends.removeFirst()
            }
            guard time >= sampleTime else { continue }
            sampleTime = time + 0.08 + 0.04 * dice.share()
            let sample = LinkSample(
                at: .zero + .seconds(time), queuedBytes: queue.bytes, queued: .seconds(queue.span), unacknowledgedBytes: wire.unacknowledged,
                buffered: wire.buffered(at: time).map { .seconds($0) }, blocked: .seconds(blocked), sentBytes: handed,
                roundTrip: wire.roundTrip.map { .seconds($0) }, dropped: queue.dropped + wire.dropped)
            let produced = encoder.produced(at: time)
            let decision = controller.handle(sample, encodedBitRate: produced, at: sample.at)
            let steering = rateController.handle([1: sample], encodedBitRate: produced, at: sample.at)
            if isAdaptive {
                encoder.target = steering.level == .soundAlone ? 1000 : Double(steering.bitRate)
                encoder.mostFrames = steering.mostFramesPerSecond
                encoder.isStill = steering.level == .poorPicture || steering.level == .soundAlone
            }
            result.points.append(
                .init(
                    time: time, bitRate: steering.bitRate, produced: produced, level: steering.level,
                    delay: decision.delay.inSeconds))
            result.reasons.append((time, decision.reason))
            result.events += steering.events.map { (time, $0) }
        }
        result.dropped = queue.dropped + wire.dropped
        return result
    }
}
