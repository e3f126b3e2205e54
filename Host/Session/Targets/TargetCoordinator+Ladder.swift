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
        UserFolders.own.makeRecordings(for: reference.address)
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
        // The page's token keeps strangers out; its player reads no encrypted segments.
        choice.encryption = nil
        let ladder = ladder(try TargetURL(parsing: path + Self.pagePlaylist), choice, configuration, encodings, beside: others)
        return try renditions(from: first, of: ladder, without: [], choice, configuration) { id, url, encoding throws(DeliveryError) in
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
        // Of one that is there already, those that were removed come back.
        let known = try ladder(at: reference.address, of: others)
        let present = Set(others.compactMap { $0.rendition }.filter { $0.ladder == known }.map(\.name))
        let hasMissing = choice.renditions(of: configuration.streams).contains { !present.contains($0) }
        let strangers = others.filter { !hasMissing || known == nil || $0.rendition?.ladder != known }
        let url = try check(reference.address, configuration, beside: strangers.map { $0.rendition?.ladder.url ?? $0.url })
        if let encryption = choice.encryption, encryption.keyFolder == nil, url.kind != .hls {
            throw DeliveryError(
                .badSetting,
                "\(url) is a web server, which would have the keys beside what they encrypt: say where keys are written and where "
                    + "players find them, with key-folder and key-uri")
        }
        let ladder = known ?? Self.ladder(url, choice, configuration, encodings, beside: others)
        // Its master is one more file that two hosts would destroy each other.
        let held = others.lazy.filter { $0.rendition?.ladder === ladder }.compactMap(\.masterClaim).first
        let claim: TargetClaim
        if let held { claim = held } else { claim = try TargetClaim(url, for: group) }
        return try renditions(from: first, of: ladder, without: present, choice, configuration) { id, url, encoding throws(DeliveryError) in
            var made = try entry(id, url, encoding, group, encodings)
            made.masterClaim = claim
            return made
        }
    }

    /// - Parameter present: which it has already.
    private static func renditions(
        from first: Int, of ladder: Ladder, without present: Set<String>, _ choice: LadderChoice, _ configuration: SessionConfiguration,
        _ entry: (Int, TargetURL, String) throws(DeliveryError) -> Entry
    ) throws(DeliveryError) -> [Entry] {
        var entries: [Entry] = []
        // All are known before any joins the ladder: what is refused leaves nothing there.
        var kinds: [LadderRendition.Kind] = []
        for rung in choice.rungs where !present.contains(rung.name) {
            entries.append(try entry(first + entries.count, try ladder.url.rendition(rung.name), rung.encoding.name))
            kinds.append(.picture)
        }
        for (index, audio) in choice.audio.enumerated() where configuration.streams != .videoOnly && !present.contains(audio.rendition) {
            // Every encoding hands out the same audio.
            var made = try entry(first + entries.count, try ladder.url.rendition(audio.rendition), choice.rungs[0].encoding.name)
            made.source = audio.source
            entries.append(made)
            kinds.append(.audio(name: audio.source, language: audio.language, isDefault: index == 0))
        }
        let names = choice.renditions(of: configuration.streams)
        for (index, name) in names.filter({ !present.contains($0) }).enumerated() {
            entries[index].rendition = ladder.rendition(name, kinds[index], rank: names.firstIndex(of: name) ?? names.count)
        }
        return entries
    }

    private static func ladder(at address: String, of entries: [Entry]) throws(DeliveryError) -> Ladder? {
        let fingerprint = try TargetURL(parsing: address).fingerprint
        return entries.lazy.compactMap { $0.rendition?.ladder }.first { $0.url.fingerprint == fingerprint }
    }

    private static func ladder(
        _ url: TargetURL, _ choice: LadderChoice, _ configuration: SessionConfiguration, _ encodings: any TargetEncodings, beside others: [Entry]
    ) -> Ladder {
        // One is served; a second one is the same elsewhere.
        let isServed = choice.hasLowLatency && url.kind == .hls && !others.contains { $0.rendition?.ladder.board != nil }
        return Ladder(
            url, window: choice.window, interval: configuration.keyframeInterval,
            lowLatency: isServed ? LowLatency(framesPerSecond: configuration.framesPerSecond) : nil, encryption: choice.encryption
        ) { encodings.alignedOrigin }
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
