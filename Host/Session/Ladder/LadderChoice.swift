public import Delivery

/// What targets that are playlists get instead of one encoding: a master playlist with several pictures and the audio beside them.
public struct LadderChoice: Hashable, Sendable {
    /// The audio of one bus.
    public struct Audio: Hashable, Sendable {
        /// A source that the mixer knows, or `mix`.
        public let source: String
        /// As RFC 5646 has it; `nil` where it was not said.
        public let language: String?

        public init(source: String, language: String? = nil) { (self.source, self.language) = (source, language) }

        /// Behind the master's name in the names of its files.
        var rendition: String { "audio-\(source)" }
    }

    /// In the order in which players are offered them.
    public let rungs: [LadderRung]
    /// The first is what players begin with.
    public var audio = [Audio(source: StreamPlan.mix)]
    public var window = LadderWindow.live
    /// Players that ask this host's own server get segments in parts.
    public var hasLowLatency = false
    /// Not together with that.
    public var encryption: LadderEncryption?

    /// - Parameter rungs: at least one, `mostRungs` at most, none twice.
    public init(_ rungs: [LadderRung]) { self.rungs = rungs }

    /// The names of all, the pictures first.
    func renditions(of streams: SessionConfiguration.Streams) -> [String] {
        rungs.map(\.name) + (streams == .videoOnly ? [] : audio.map(\.rendition))
    }

    /// Beside them there may be the main encoding, and one more.
    public static let mostRungs = 6
}
