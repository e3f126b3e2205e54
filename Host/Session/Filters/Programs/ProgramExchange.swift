/// Where a frame is between the thread that composes and the one that talks to the filter's process: one at a time. A value, behind a lock.
struct ProgramExchange {
    /// The process has said hello, and is at work.
    var isReady = false
    /// What frames are lent in.
    var memory: ProgramMemory?
    /// Of the newest frame; never given twice.
    private(set) var number: UInt64 = 0
    /// It has not come back yet.
    private(set) var isLent = false
    /// The process has not been told of it yet.
    private(set) var isNew = false
    /// It is waited for.
    private var isAwaited = false
    /// It came back when it was not waited for any more.
    private(set) var isLate = false

    /// A frame lies in the memory.
    mutating func lend() {
        number += 1
        (isLent, isNew, isAwaited, isLate) = (true, true, true, false)
    }

    /// The frame that the process is to be told of: once.
    mutating func takeNew() -> UInt64? {
        defer { isNew = false }
        return isNew ? number : nil
    }

    /// The process says that a frame is done.
    ///
    /// - Returns: whether it was waited for; `nil` where it has none of that number.
    mutating func returned(_ other: UInt64) -> Bool? {
        guard isLent, !isNew, other == number else { return nil }
        (isLent, isLate) = (false, !isAwaited)
        return isAwaited
    }

    /// The time is over.
    ///
    /// - Returns: whether it has come back.
    mutating func stopWaiting() -> Bool {
        isAwaited = false
        return !isLent && isReady
    }

    /// What came back late is used, or of no use.
    mutating func forgetLate() { isLate = false }

    /// The process is gone, and what it had with it.
    mutating func close() { (isReady, isLent, isNew, isLate) = (false, false, false, false) }
}
