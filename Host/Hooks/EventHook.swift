public import Platform

/// A command of the user's that is run with each event of some kind.
///
/// It is run by `/bin/sh -c` as it is written. The event stands on its standard input, as one line of JSON, and never in its text.
public struct EventHook: Hashable, Sendable {
    public let pattern: EventPattern
    public let command: String
    /// For all of it.
    public var limit: Duration = .seconds(10)

    /// In one broadcast.
    public static let most = 32

    public init(_ pattern: EventPattern, _ command: String) { (self.pattern, self.command) = (pattern, command) }

    /// - Parameter text: `EVENT=COMMAND`.
    /// - Throws: `HookError` naming what is wrong; the command is not in it.
    public init(parsing text: String) throws(HookError) {
        guard let equals = text.firstIndex(of: "=") else {
            throw HookError(.badHook, "give EVENT=COMMAND, such as target.connectionLost='notify-send gone'")
        }
        let command = text[text.index(after: equals)...]
        guard command.contains(where: { !$0.isWhitespace }), !command.contains("\0") else {
            throw HookError(.badHook, "give a command behind the '=', such as target.connectionLost='notify-send gone'")
        }
        self.init(try EventPattern(parsing: String(text[..<equals])), String(command))
    }
}
