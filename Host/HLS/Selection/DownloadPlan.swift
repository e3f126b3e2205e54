/// What has to be fetched of a stream: every playlist once, whatever asks for it.
public struct DownloadPlan: Hashable, Sendable {
    public struct Track: Hashable, Sendable {
        public enum Kind: String, Hashable, Sendable { case main, audio, subtitles }

        public var kind: Kind
        /// As the master playlist has it; may be relative.
        public var uri: String
        /// Of audio and subtitles.
        public var rendition: Rendition?

        public init(kind: Kind, uri: String, rendition: Rendition?) { (self.kind, self.uri, self.rendition) = (kind, uri, rendition) }
    }

    /// A variant with the renditions that were chosen for it, also those that lie in its own segments.
    public struct Entry: Hashable, Sendable {
        public var variant: Variant
        public var renditions: [Rendition]
        /// Preferences that it does not meet.
        public var unmet: [VariantPredicate]
    }

    public private(set) var entries: [Entry] = []
    public private(set) var tracks: [Track] = []

    /// - Parameters:
    ///   - auxiliary: further configurations, such as lossless audio beside the picture of the first.
    ///   - optimizesAuxiliary: of those that meet an auxiliary configuration equally well, a variant with the picture of `primary` is taken, so
    ///     that it is fetched once. Else each is evaluated by itself, and the picture may be fetched again.
    /// - Throws: what `ContentConfiguration.variant(among:)` and `MediaSelection` do.
    public init(
        _ playlist: MasterPlaylist, primary: ContentConfiguration, auxiliary: [ContentConfiguration] = [], optimizesAuxiliary: Bool = true
    ) throws(HLSError) {
        let variants = playlist.variants
        let first = try primary.variant(among: variants)
        try add(first, primary.media, playlist)
        for configuration in auxiliary {
            let sharing = variants.filter { $0.stream.uri == first.variant.stream.uri }
            var found = try configuration.variant(among: variants)
            if optimizesAuxiliary, configuration.choice == nil {
                // As good as the best of all, or the best of all.
                let shared: (variant: Variant, unmet: [VariantPredicate])?
                do throws(HLSError) { shared = try configuration.variant(among: sharing) } catch { shared = nil }
                if let shared, shared.unmet.count <= found.unmet.count { found = shared }
            }
            try add(found, configuration.media, playlist)
        }
    }

    private mutating func add(
        _ found: (variant: Variant, unmet: [VariantPredicate]), _ media: MediaSelection, _ playlist: MasterPlaylist
    ) throws(HLSError) {
        let renditions = try media.renditions(for: found.variant, in: playlist)
        entries.append(Entry(variant: found.variant, renditions: renditions, unmet: found.unmet))
        add(Track(kind: .main, uri: found.variant.stream.uri, rendition: nil))
        for rendition in renditions {
            guard let uri = rendition.uri else { continue }
            add(Track(kind: rendition.kind == .subtitles ? .subtitles : .audio, uri: uri, rendition: rendition))
        }
    }

    private mutating func add(_ track: Track) { if !tracks.contains(where: { $0.uri == track.uri }) { tracks.append(track) } }
}
