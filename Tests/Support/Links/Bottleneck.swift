import Fixtures

/// The narrow place of a line: packets wait in front of it, pass one after the other at the rate of the moment, and arrive
/// some time later, in order. Times count from the start of the trace; the same calls give the same times.
public struct Bottleneck<Packet> {
    private struct Waiting {
        let packet: Packet
        let bits: Double
    }

    public let trace: LinkTrace
    private var dice: SeededRandom
    private var waiting: [Waiting] = []
    private var first = 0
    /// Bits of the first one that have not passed yet.
    private var rest = 0.0
    /// Up to when it was worked out what passes.
    private var clock = Duration.zero
    private var lastArrival = Duration.zero
    private let losesPackets: Bool
    public private(set) var waitingBytes = 0
    public private(set) var passedBytes = 0
    public private(set) var lost = 0

    /// - Parameter losesPackets: whether what finds the queue full is lost, as is what the trace says; else the caller asks `hasRoom`.
    public init(_ trace: LinkTrace, losesPackets: Bool, seed: UInt64 = 0) {
        (self.trace, self.losesPackets) = (trace, losesPackets)
        dice = SeededRandom(seed: trace.seed &+ seed)
    }

    public func hasRoom(at time: Duration) -> Bool { waitingBytes < trace.condition(at: time).queueBytes }

    /// Puts a packet in front. False when it is lost.
    @discardableResult
    public mutating func offer(_ packet: Packet, bytes: Int, at time: Duration) -> Bool {
        let condition = trace.condition(at: time)
        if losesPackets, dice.share() < condition.loss || condition.isOut || waitingBytes + bytes > condition.queueBytes {
            lost += 1
            return false
        }
        if waiting.count == first { (clock, rest) = (max(clock, time), Double(bytes) * 8) }
        waiting.append(Waiting(packet: packet, bits: Double(bytes) * 8))
        waitingBytes += bytes
        return true
    }

    /// What has passed up to `time`, each with when it arrives at the other end.
    public mutating func advance(to time: Duration) -> [(packet: Packet, arrival: Duration)] {
        var passed: [(packet: Packet, arrival: Duration)] = []
        while first < waiting.count, clock < time {
            let condition = trace.condition(at: clock)
            let end = min(time, trace.end(ofConditionAt: clock) ?? time)
            let needed = condition.bitRate > 0 ? Duration.seconds(rest / condition.bitRate) : .seconds(1_000_000)
            if clock + needed > end {
                rest -= condition.bitRate * ((end - clock) / .seconds(1))
                clock = end
                continue
            }
            clock += needed
            let head = waiting[first]
            first += 1
            rest = first < waiting.count ? waiting[first].bits : 0
            waitingBytes -= Int(head.bits / 8)
            passedBytes += Int(head.bits / 8)
            lastArrival = max(lastArrival, clock + condition.delay + condition.jitter * dice.share())
            passed.append((head.packet, lastArrival))
        }
        if first > 256, first * 2 > waiting.count {
            waiting.removeFirst(first)
            first = 0
        }
        return passed
    }

    /// When the next one will have passed, or the condition changes before; `nil` when none waits.
    public var deadline: Duration? {
        guard first < waiting.count else { return nil }
        let rate = trace.condition(at: clock).bitRate
        let change = trace.end(ofConditionAt: clock)
        guard rate > 0 else { return change ?? .seconds(1_000_000) }
        let passing = clock + .seconds(max(0, rest) / rate)
        return change.map { min($0, passing) } ?? passing
    }
}
