import AppGroup
import Delivery
import Platform

/// A playlist that is to be a ladder is several targets: one for each picture, and one for the audio of each bus.
extension TargetCoordinator {
    static func entry(
        _ id: Int, _ text: String, _ configuration: SessionConfiguration, _ group: GroupDirectory, _ encodings: any TargetEncodings,
        beside others: [Entry]
    ) throws(DeliveryError) -> Entry {
        let reference = try EncodingReference(parsing: text, configuration)
        let url = try check(reference.address, configuration, beside: others.map(\.url))
        try check(configuration.encoding(named: reference.encoding), for: url)
        return try entry(id, url, reference.encoding, group, encodings)
    }

    static func entry(
        _ id: Int, _ url: TargetURL, _ encoding: String, _ group: GroupDirectory, _ encodings: any TargetEncodings
    ) throws(DeliveryError) -> Entry {
        let claim = try TargetClaim(url, for: group)
        return Entry(id: id, url: url, isPage: false, claim: claim, encoding: encoding, fanOut: try encodings.fanOut(of: encoding))
    }

    /// What the page gets of a ladder. It lies in memory, so that it is never longer than players of a live stream need.
    static func pageLadder(
        from first: Int, _ configuration: SessionConfiguration, _ encodings: any TargetEncodings, beside others: [Entry]
    ) throws(DeliveryError) -> [Entry] {
        guard let path = configuration.pageDirectory, var choice = configuration.ladder else { return [] }
        choice.window = .live
        let url = try TargetURL(parsing: path + Self.pagePlaylist)
        return try renditions(from: first, of: url, choice, configuration, encodings, beside: others) { id, url, encoding throws(DeliveryError) in
            Entry(id: id, url: url, isPage: true, claim: nil, encoding: encoding, fanOut: try encodings.fanOut(of: encoding))
        }
    }

    /// In the page's directory.
    static let pagePlaylist = "/live.m3u8"

    /// What an address comes to: one target, or the renditions of a ladder, numbered from `first` on.
    static func entries(
        from first: Int, _ text: String, _ configuration: SessionConfiguration, _ group: GroupDirectory, _ encodings: any TargetEncodings,
        beside others: [Entry]
    ) throws(DeliveryError) -> [Entry] {
        let reference = try EncodingReference(parsing: text, configuration)
        guard let choice = configuration.ladder(for: reference) else {
            return [try entry(first, text, configuration, group, encodings, beside: others)]
        }
        let url = try check(reference.address, configuration, beside: others.map { $0.rendition?.ladder.url ?? $0.url })
        return try renditions(from: first, of: url, choice, configuration, encodings, beside: others) { id, url, encoding throws(DeliveryError) in
            try entry(id, url, encoding, group, encodings)
        }
    }

    private static func renditions(
        from first: Int, of url: TargetURL, _ choice: LadderChoice, _ configuration: SessionConfiguration, _ encodings: any TargetEncodings,
        beside others: [Entry], _ entry: (Int, TargetURL, String) throws(DeliveryError) -> Entry
    ) throws(DeliveryError) -> [Entry] {
        // One is served; a second one is the same elsewhere.
        let isServed = choice.hasLowLatency && url.kind == .hls && !others.contains { $0.rendition?.ladder.board != nil }
        let ladder = Ladder(
            url, window: choice.window, interval: configuration.keyframeInterval,
            lowLatency: isServed ? LowLatency(framesPerSecond: configuration.framesPerSecond) : nil
        ) { encodings.alignedOrigin }
        var entries: [Entry] = []
        for rung in choice.rungs {
            var made = try entry(first + entries.count, try url.rendition(rung.name), rung.encoding.name)
            made.rendition = ladder.rendition(rung.name, .picture)
            entries.append(made)
        }
        guard configuration.streams != .videoOnly else { return entries }
        for (index, audio) in choice.audio.enumerated() {
            // Every encoding hands out the same audio.
            var made = try entry(first + entries.count, try url.rendition(audio.rendition), choice.rungs[0].encoding.name)
            made.source = audio.source
            made.rendition = ladder.rendition(
                audio.rendition, .audio(name: audio.source, language: audio.language, isDefault: index == 0))
            entries.append(made)
        }
        return entries
    }
}

extension TargetCoordinator {
    /// The ladder that this host's own server shows; `nil` for none.
    var servedLadder: Ladder? { state.withLock { state in state.entries.lazy.compactMap { $0.rendition?.ladder }.first { $0.board != nil } } }
}

extension SessionConfiguration {
    /// Whether there is a page that gets the main encoding: of a ladder it gets the ladder.
    var hasPageOfMain: Bool { pageDirectory != nil && ladder == nil }

    /// What the target of that address gets as a ladder; `nil` where it is none, or names an encoding.
    func ladder(for reference: EncodingReference) -> LadderChoice? {
        guard let ladder, reference.encoding == EncodingChoice.main else { return nil }
        do throws(DeliveryError) { return try TargetURL(parsing: reference.address).isPlaylist ? ladder : nil } catch { return nil }
    }
}
