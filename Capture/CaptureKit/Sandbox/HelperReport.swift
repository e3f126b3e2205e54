/// What a process beside the agent says: a line of text on a pipe. It parses what strangers made, so nothing in its words is trusted.
public enum HelperReport: Equatable, Sendable {
    /// There are pictures, each of so many bytes, and perhaps audio beside them.
    case found(frameBytes: Int, hasAudio: Bool = false)
    /// An ordinary end.
    case ended
    case failed(CaptureError)

    /// Of a line, in bytes.
    static let longest = 1024
    private static let mostFrameBytes = 1 << 30

    var line: [UInt8] {
        let text =
            switch self {
            case .found(let bytes, let hasAudio): "found \(bytes)\(hasAudio ? " audio" : "")"
            case .ended: "ended"
            case .failed(let error): "failed \(error.code.rawValue) \(error.message)"
            }
        return Self.harmless(Array(text.utf8.prefix(Self.longest - 1))) + [UInt8(ascii: "\n")]
    }

    /// `nil` for what is none.
    init?(line: some Collection<UInt8>) {
        let parts = Self.harmless(line).split(separator: UInt8(ascii: " "), maxSplits: 2).map { String(decoding: $0, as: UTF8.self) }
        switch (parts.first, parts.count) {
        case ("found", 2), ("found", 3):
            guard let bytes = Int(parts[1]), (0...Self.mostFrameBytes).contains(bytes), parts.count == 2 || parts[2] == "audio" else { return nil }
            self = .found(frameBytes: bytes, hasAudio: parts.count == 3)
        case ("ended", 1): self = .ended
        case ("failed", 3):
            guard let code = CaptureErrorCode(rawValue: parts[1]) else { return nil }
            self = .failed(CaptureError(code, Self.harmless(parts[2])))
        default: return nil
        }
    }

    /// Control characters would end a line.
    private static func harmless(_ bytes: some Collection<UInt8>) -> [UInt8] { bytes.map { $0 < 0x20 ? UInt8(ascii: " ") : $0 } }

    /// Those of Unicode change a terminal, and no message of the protocol may have them.
    private static func harmless(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { result.append((0x7F...0x9F).contains(scalar.value) ? " " : scalar) }
        return String(result)
    }
}
