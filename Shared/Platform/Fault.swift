/// What went wrong, in the one shape that every module's errors have: a code to decide by, a message for people, and the cause.
///
/// A module names its own as `typealias CodecError = Fault<CodecErrorCode>`. Programs decide by `code` alone, never by a text. What a
/// person reads is composed at the edge, from `message` and `remedy`. Two are equal when code, message and remedy are.
public struct Fault<Kind: Hashable & Sendable>: Error, Sendable, CustomStringConvertible {
    public typealias Code = Kind

    public let code: Code
    /// One line that says who did what and what is wrong, without a full stop. Holds no stream key: mask before.
    public let message: String
    /// What a person does about it, as an imperative ("start an audio server"); `nil` where the message says it or nothing can be done.
    public let remedy: String?
    /// The error of a lower layer that this one came from.
    public let cause: (any Error)?
    /// Where it was thrown, as `Module/File.swift:12`: for logs at debug level.
    public let site: String

    public init(
        _ code: Code, _ message: String, remedy: String? = nil, cause: (any Error)? = nil, file: StaticString = #fileID, line: UInt = #line
    ) {
        (self.code, self.message, self.remedy, self.cause) = (code, message, remedy, cause)
        site = "\(file):\(line)"
    }

    /// The same for the layer above: another code and a text that says what was tried; the cause and its message are kept.
    public init<Lower>(
        _ code: Code, _ purpose: String, from lower: Fault<Lower>, file: StaticString = #fileID, line: UInt = #line
    ) {
        self.init(code, purpose + ": " + lower.message, remedy: lower.remedy, cause: lower, file: file, line: line)
    }

    public var description: String { message }
}

extension Fault: Hashable {
    public static func == (left: Fault, right: Fault) -> Bool {
        left.code == right.code && left.message == right.message && left.remedy == right.remedy
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(code)
        hasher.combine(message)
        hasher.combine(remedy)
    }
}
