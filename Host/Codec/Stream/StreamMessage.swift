/// A text that travels inside the picture's stream, with the number by which receivers tell repeats from new messages.
///
/// Players find it where H.264 has room for such things: user data, unregistered (SEI payload type 5, ITU-T H.264 D.1.7).
/// `Shared/EVENTS.md` has it byte by byte.
public struct StreamMessage: Hashable, Sendable {
    /// Of a text, in UTF-8.
    public static let longestBytes = 4096
    /// Says that what follows is ours: 99abab59-5b15-5552-9bbd-1ebf5d7eb26c.
    public static let uuid: [UInt8] = [
        0x99, 0xAB, 0xAB, 0x59, 0x5B, 0x15, 0x55, 0x52, 0x9B, 0xBD, 0x1E, 0xBF, 0x5D, 0x7E, 0xB2, 0x6C,
    ]

    /// The same in every repeat, another for every other message; grows.
    public let id: UInt64
    public let text: String

    /// - Parameter text: not checked: `MessageRequest.problem` says what may be sent.
    public init(id: UInt64, text: String) { (self.id, self.text) = (id, text) }

    /// What follows the UUID: the id as sixteen hexadecimal digits, a space, the text.
    var payload: [UInt8] {
        let digits = String(id, radix: 16)
        return Array((String(repeating: "0", count: Self.idDigits - digits.count) + digits + " " + text).utf8)
    }

    /// Reads what follows the UUID; `nil` for anything that this version did not write.
    init?(payload: some Collection<UInt8>) {
        guard payload.count > Self.idDigits, payload.dropFirst(Self.idDigits).first == UInt8(ascii: " ") else { return nil }
        let digits = payload.prefix(Self.idDigits)
        guard digits.allSatisfy({ (48...57).contains($0) || (97...102).contains($0) }) else { return nil }
        guard let id = UInt64(String(decoding: digits, as: UTF8.self), radix: 16) else { return nil }
        guard let text = String(validating: Array(payload.dropFirst(Self.idDigits + 1)), as: UTF8.self) else { return nil }
        self.init(id: id, text: text)
    }

    private static let idDigits = 16
}
