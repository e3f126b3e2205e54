import Events
public import Platform

/// Which events a hook is for: those of one code, with those that it names in general (`target.rejected` is also `target.rejected.busy`), or
/// with a `*` at its end all whose codes begin so.
public struct EventPattern: Hashable, Sendable, CustomStringConvertible {
    public let description: String
    private let prefix: String?

    /// Hooks have no events of hooks: what fails with each event would go round for ever.
    static let ownFamily = "hook."

    /// - Throws: `HookError` that names the nearest code.
    public init(parsing text: String) throws(HookError) {
        description = text
        prefix = text.hasSuffix("*") ? String(text.dropLast()) : nil
        let codes = Self.codes
        if let prefix {
            guard codes.contains(where: { $0.hasPrefix(prefix) }) else { throw Self.unknown(text, prefix) }
        } else {
            guard codes.contains(text) else { throw Self.unknown(text, text) }
        }
    }

    func matches(_ code: String) -> Bool {
        guard !code.hasPrefix(Self.ownFamily) else { return false }
        if let prefix { return code.hasPrefix(prefix) }
        return code == description || code.hasPrefix(description + ".")
    }

    private static let codes = EventCode.allCases.map(\.rawValue).filter { !$0.hasPrefix(ownFamily) }

    private static func unknown(_ text: String, _ name: String) -> HookError {
        if (name + ".").hasPrefix(ownFamily) || name.hasPrefix(ownFamily) {
            return HookError(.badHook, "events of hooks run no hook: 'splitcast events --only hook' shows them")
        }
        let families = Set(codes.map { String($0.prefix { $0 != "." }) }).sorted().joined(separator: ", ")
        let remedy = nearest(name).map { "did you mean \($0)?" } ?? "codes begin with \(families), each with a dot behind it; EVENTS.md lists them"
        return HookError(.badHook, "no event is called '\(text)': \(remedy)")
    }

    /// `nil` for what is like none.
    static func nearest(_ name: String) -> String? {
        if name.count > 2, codes.contains(where: { $0.hasPrefix(name) }) { return name + "*" }
        let parts = name.lowercased().split(separator: ".", maxSplits: 1).map(String.init)
        // As people think of it: target.lost is target.connectionLost.
        if parts.count == 2, parts[1].count > 2,
            let found = codes.first(where: { $0.lowercased().hasPrefix(parts[0] + ".") && $0.lowercased().hasSuffix(parts[1]) })
        {
            return found
        }
        let near = codes.map { (code: $0, edits: NameDistance.edits(name.lowercased(), $0.lowercased())) }.min { $0.edits < $1.edits }
        return near.flatMap { $0.edits <= max(2, name.count / 3) ? $0.code : nil }
    }
}
