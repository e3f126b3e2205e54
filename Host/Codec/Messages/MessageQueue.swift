import Platform

/// Which messages the next picture carries. A value: it decides, the track acts.
///
/// Bounded in messages, and in the bytes that one picture may carry, so that messages never crowd the picture out of the stream;
/// those that do not fit wait for the next picture.
struct MessageQueue: Sendable {
    static let mostWaiting = 16
    /// Of all units that one picture carries.
    static let mostBytesPerPicture = 8 * 1024

    private struct Waiting: Sendable {
        let unit: [UInt8]
        let dueAt: MediaTime
        let isForKeyframesAlone: Bool
        var left: Int
    }

    private var waiting: [Waiting] = []
    private let coding: Coding

    /// - Parameter coding: of the pictures that carry them.
    init(coding: Coding = .h264) { self.coding = coding }

    var isEmpty: Bool { waiting.isEmpty }
    var count: Int { waiting.count }

    /// False when too many wait: the message was not queued.
    mutating func add(_ message: StreamMessage, _ request: MessageRequest, at now: MediaTime) -> Bool {
        guard waiting.count < Self.mostWaiting else { return false }
        waiting.append(
            Waiting(
                unit: SEIWriter.unit(message, coding: coding), dueAt: now + request.delay, isForKeyframesAlone: request.isForKeyframesAlone,
                left: request.repeats))
        return true
    }

    /// The units for the picture that is sent at `now`.
    mutating func dequeue(at now: MediaTime, isKeyframe: Bool) -> [[UInt8]] {
        var units: [[UInt8]] = []
        var (carried, others): ([Waiting], [Waiting]) = ([], [])
        var bytes = 0
        for var one in waiting {
            let isDue = one.dueAt <= now && (isKeyframe || !one.isForKeyframesAlone)
            guard isDue, bytes + one.unit.count <= Self.mostBytesPerPicture else {
                others.append(one)
                continue
            }
            bytes += one.unit.count
            units.append(one.unit)
            one.left -= 1
            if one.left > 0 { carried.append(one) }
        }
        // Behind those that were left out, or two long ones would keep a third waiting.
        waiting = others + carried
        return units
    }
}
