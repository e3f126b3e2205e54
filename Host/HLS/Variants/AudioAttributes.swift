/// What a playlist says of a variant's audio. Some of it differs between the renditions that go with the variant: ask by group.
public struct AudioAttributes: Hashable, Sendable {
    /// `aac`, `aach`, `aacp`, `usac`, `mp3`, `ac-3`, `ec-3`, `ac-4`, `alac`, `flac`, `opus`.
    public var formatIDs: [String]
    /// The variant's own group.
    public var group: String?
    /// Of all groups of the playlist.
    let renditions: [Rendition]

    /// Whether the variant's group has audio that is made for headphones.
    public var isBinaural: Bool { isBinaural(group: nil) }

    /// - Parameter group: `nil` is the variant's own.
    public func isBinaural(group: String?) -> Bool { renditions(group).contains { $0.channels?.uses.contains("BINAURAL") == true } }

    /// The most channels that a rendition of the group has; `nil` where the playlist does not say it.
    /// - Parameter group: `nil` is the variant's own.
    public func channelCount(group: String? = nil) -> Int? { renditions(group).compactMap { $0.channels?.count }.max() }

    /// Whether the variant's group has objects beside channels (Dolby Atmos).
    public var hasObjects: Bool { renditions(nil).contains { $0.channels?.objectCodings.contains("JOC") == true } }

    private func renditions(_ group: String?) -> [Rendition] {
        guard let wanted = group ?? self.group else { return [] }
        return renditions.filter { $0.group == wanted }
    }
}
