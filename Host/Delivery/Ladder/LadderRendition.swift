/// One of the streams that a master playlist offers: a picture of one size, or the audio of one bus. It is a target of its own.
public struct LadderRendition: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        case picture
        /// - Parameters:
        ///   - name: for people.
        ///   - language: as RFC 5646 has it; `nil` where it is not known.
        ///   - isDefault: what players begin with.
        case audio(name: String, language: String?, isDefault: Bool)
    }

    public let ladder: Ladder
    /// Behind the master's name in those of its files: `720p`.
    public let name: String
    public let kind: Kind
    /// Those of a lower one are listed before it.
    let rank: Int

    /// The master playlist lists it no longer.
    public func leave() { ladder.forget(name) }
}

extension LadderRendition {
    /// What is known of it so far; `nil` before its first segment is listed.
    public var facts: RenditionFacts? { ladder.facts(of: name) }
}
