import Glibc

/// What a process that encodes writes, of which drivers write as much as they like: its first lines are passed on, the last one is kept.
struct DriverText {
    static let mostLines = 5
    private static let longestLine = 200
    /// Read at a time.
    private static let mostBytes = 1 << 20

    /// The newest line, to be told with the end of the process; empty where it wrote none.
    private(set) var last = ""
    private(set) var isEnded = false
    private var lines = 0
    private var partial: [UInt8] = []
    private let heard: @Sendable (String) -> Void

    init(heard: @escaping @Sendable (String) -> Void) { self.heard = heard }

    /// Reads what is there from a descriptor that does not wait.
    mutating func read(_ descriptor: Int32) {
        var read = 0
        withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
            while !isEnded, read < Self.mostBytes {
                let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
                if count == 0 { isEnded = true }
                guard count > 0 else { break }
                read += count
                for byte in buffer[..<count] {
                    if byte == UInt8(ascii: "\n") { endLine() } else if partial.count < Self.longestLine { partial.append(byte) }
                }
            }
        }
        if isEnded { endLine() }
    }

    private mutating func endLine() {
        defer { partial.removeAll(keepingCapacity: true) }
        let line = Self.harmless(partial)
        guard !line.isEmpty else { return }
        last = line
        lines += 1
        if lines <= Self.mostLines { heard(line) }
    }

    /// As text, without what steers terminals.
    static func harmless(_ bytes: some Collection<UInt8>) -> String {
        var text = String(decoding: bytes, as: UTF8.self)
        text.unicodeScalars.removeAll { $0.value < 32 || (127...159).contains($0.value) }
        return text
    }
}
