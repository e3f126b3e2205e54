import Platform

/// How much of what an agent writes is read and passed on, a second. What exceeds the bytes waits in the pipe, and the agent with it;
/// what exceeds the lines is left out and counted. A value: the supervisor reads.
struct OutputLimit: Sendable {
    static let linesPerSecond = 50
    static let bytesPerSecond = 256 << 10
    /// Between two rounds the supervisor looks whether it is to stop, however much waits.
    static let bytesPerRound = 64 << 10
    /// What a process may have left in its pipe, as large as the kernel lets it make one (pipe(7)).
    static let bytesAtEnd = 1 << 20

    private var secondEnds: MediaTime
    private var bytesLeft = OutputLimit.bytesPerSecond
    private var linesLeft = OutputLimit.linesPerSecond
    private var leftOut = 0

    init(at now: MediaTime) { secondEnds = now + .seconds(1) }

    /// How many bytes to read now; 0: none before `deadline`.
    var bytes: Int { min(Self.bytesPerRound, bytesLeft) }

    /// When to call `advance` though nothing new was written.
    var deadline: MediaTime? { bytesLeft == 0 || leftOut > 0 ? secondEnds : nil }

    mutating func took(bytes: Int) { bytesLeft = max(0, bytesLeft - bytes) }

    /// Whether one more line is passed on.
    mutating func passes() -> Bool {
        guard linesLeft > 0 else {
            leftOut += 1
            return false
        }
        linesLeft -= 1
        return true
    }

    /// Begins the next second if it is time.
    ///
    /// - Returns: the line that stands for those left out in the second before.
    mutating func advance(to now: MediaTime) -> String? {
        guard now >= secondEnds else { return nil }
        (secondEnds, bytesLeft, linesLeft) = (now + .seconds(1), Self.bytesPerSecond, Self.linesPerSecond)
        return summary()
    }

    /// The line that stands for those left out until now, once.
    mutating func summary() -> String? {
        guard leftOut > 0 else { return nil }
        defer { leftOut = 0 }
        return "\(leftOut) more lines left out"
    }
}
