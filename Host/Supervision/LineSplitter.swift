import Glibc

/// Cuts what a process writes into lines; bounded, whatever it writes.
struct LineSplitter {
    private static let longestLine = 500
    /// What agents put before each line: the program's name, such as `splitcast-capture-x11: `.
    private static let agentName = "splitcast-capture"

    private(set) var isEnded = false
    private var partial: [UInt8] = []

    /// Reads what is there from a non-blocking descriptor, no more than `most` bytes, and gives the complete lines, without the agent's
    /// name in front.
    ///
    /// - Returns: the lines, and how many bytes were read.
    mutating func read(_ descriptor: Int32, atMost most: Int) -> (lines: [String], bytes: Int) {
        var lines: [String] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        var taken = 0
        while !isEnded, taken < most {
            let count = Glibc.read(descriptor, &buffer, min(buffer.count, most - taken))
            if count == 0 { isEnded = true }
            guard count > 0 else { break }
            taken += count
            for byte in buffer[0..<count] {
                if byte == UInt8(ascii: "\n") {
                    append(&lines)
                } else if partial.count < Self.longestLine {
                    partial.append(byte)
                }
            }
        }
        if isEnded { append(&lines) }
        return (lines, taken)
    }

    private mutating func append(_ lines: inout [String]) {
        defer { partial.removeAll(keepingCapacity: true) }
        var line = String(decoding: partial, as: UTF8.self)
        line.unicodeScalars.removeAll { $0.value < 32 || $0.value == 127 }
        if line.hasPrefix(Self.agentName), let end = line.firstRange(of: ": "), !line[..<end.lowerBound].contains(" ") {
            line.removeSubrange(..<end.upperBound)
        }
        if !line.isEmpty { lines.append(line) }
    }
}
