/// Puts a master playlist together, tag by tag.
struct MasterBuilder {
    private(set) var playlist = MasterPlaylist()
    /// Of the variant whose address comes next.
    private var stream: AttributeList?

    mutating func setVersion(_ version: Int?) { playlist.version = version }
    mutating func setIndependent() { playlist.isIndependent = true }
    mutating func addUnknown(_ text: String) { if playlist.unknownTags.count < PlaylistLimits.mostUnknownTags { playlist.unknownTags.append(text) } }

    mutating func set(_ tag: Tag, _ list: AttributeList, _ line: PlaylistLine) throws(HLSError) {
        guard
            max(playlist.renditions.count, playlist.iFrameStreams.count, playlist.streams.count, playlist.sessionData.count)
                < PlaylistLimits.mostEntries
        else { throw HLSError(.tooLarge, "line \(line.number): more than \(PlaylistLimits.mostEntries) variants or renditions") }
        switch tag {
        case .start: playlist.start = list
        case .define: playlist.definitions.append(list)
        case .contentSteering: playlist.contentSteering = list
        case .sessionData: playlist.sessionData.append(list)
        case .sessionKey: playlist.sessionKeys.append(MediaKey(list))
        case .iFrameStreamInf:
            try needBandwidth(list, tag, line)
            guard list["URI"] != nil else { throw line.malformed("\(tag.rawValue) has no URI") }
            playlist.iFrameStreams.append(list)
        case .streamInf:
            try needBandwidth(list, tag, line)
            try demandAddress()
            stream = list
        default:
            for name in ["GROUP-ID", "NAME"] where list[name] == nil { throw line.malformed("EXT-X-MEDIA has no \(name)") }
            guard let rendition = Rendition(list) else {
                throw line.malformed("EXT-X-MEDIA: TYPE is AUDIO, VIDEO, SUBTITLES or CLOSED-CAPTIONS, not '\(Quoted.text(list["TYPE"] ?? ""))'")
            }
            playlist.renditions.append(rendition)
        }
    }

    mutating func addAddress(_ uri: String, _ line: PlaylistLine) throws(HLSError) {
        guard let list = stream else { throw line.malformed("an address without EXT-X-STREAM-INF before it") }
        playlist.streams.append(VariantStream(uri: uri, list))
        stream = nil
    }

    private func needBandwidth(_ list: AttributeList, _ tag: Tag, _ line: PlaylistLine) throws(HLSError) {
        guard let text = list["BANDWIDTH"] else { throw line.malformed("\(tag.rawValue) has no BANDWIDTH") }
        guard NumberText.integer(text) != nil else { throw line.malformed("\(tag.rawValue): BANDWIDTH '\(Quoted.text(text))' is no whole number") }
    }

    private func demandAddress() throws(HLSError) {
        guard stream == nil else {
            throw HLSError(.malformed, "a variant (EXT-X-STREAM-INF) has no address behind it: the playlist is cut off or damaged")
        }
    }

    func finished(_ variables: [String: String]) throws(HLSError) -> MasterPlaylist {
        try demandAddress()
        var playlist = playlist
        playlist.variables = variables
        return playlist
    }
}
