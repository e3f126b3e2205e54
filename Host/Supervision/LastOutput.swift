/// The last lines that a process wrote, and why it failed if it said so.
struct LastOutput: Sendable {
    private static let most = 8
    /// What an agent puts before the line that says why it ends.
    private static let failureMark = "error: "

    private(set) var lines: [String] = []
    private(set) var failure = ""

    /// - Returns: whether the line is to be passed on at once; a failure is told with the end.
    mutating func take(_ line: String) -> Bool {
        lines.append(line)
        if lines.count > Self.most { lines.removeFirst() }
        guard line.hasPrefix(Self.failureMark) else { return true }
        failure = String(line.dropFirst(Self.failureMark.count))
        return false
    }

    /// We ended it ourselves, for this reason.
    mutating func killed(_ why: String) { failure = why }
}
