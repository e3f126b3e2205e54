/// Puts a media playlist together, tag by tag.
struct MediaBuilder {
    private(set) var playlist = MediaPlaylist()
    private var hasTargetDuration = false
    // Of the segment whose address comes next.
    private var next = MediaSegment(uri: "", duration: 0)
    private var hasDuration = false
    private var givenRange: ArraySlice<UInt8>?
    // What holds from now on.
    private var keys: [MediaKey] = []
    private var map: MediaMap?
    private var bitRate: Int?
    private var (discontinuity, count) = (0, 0)
    private var entries = 0

    mutating func setDuration(_ value: ArraySlice<UInt8>, _ line: PlaylistLine) throws(HLSError) {
        let number = value.prefix { $0 != UInt8(ascii: ",") }
        guard let seconds = NumberText.decimal(number) else {
            let isNegative = number.first == UInt8(ascii: "-")
            throw line.malformed("EXTINF: '\(Quoted.text(number))' is \(isNegative ? "negative" : "no number"): a duration in seconds stands there")
        }
        guard seconds <= PlaylistLimits.longestDuration else {
            throw HLSError(.tooLarge, "line \(line.number): a segment of \(Quoted.text(number)) seconds")
        }
        (next.duration, hasDuration) = (seconds, true)
        let title = value[number.endIndex...].dropFirst()
        if !title.isEmpty { next.title = try PlaylistLine(number: line.number, bytes: title).text() }
    }

    mutating func addSegment(_ uri: String, _ line: PlaylistLine) throws(HLSError) {
        guard hasDuration else { throw line.malformed("a segment without EXTINF before it") }
        try countEntry(line)
        next.uri = uri
        next.number = playlist.mediaSequence + playlist.skippedSegments + count
        if next.isDiscontinuity { discontinuity += 1 }
        next.discontinuityNumber = playlist.discontinuitySequence + discontinuity
        (next.keys, next.map, next.bitRate) = (keys, map, bitRate)
        if let givenRange {
            let before = playlist.segments.last
            let follows = before?.uri == uri ? before?.byteRange?.end : nil
            let text = String(decoding: givenRange, as: UTF8.self)
            guard let range = ByteRange(text, next: follows) else {
                throw line.malformed(
                    "EXT-X-BYTERANGE '\(Quoted.text(text))': LENGTH@OFFSET stands there; without @OFFSET the segment before is of the same file")
            }
            next.byteRange = range
        }
        playlist.segments.append(next)
        count += 1
        next = MediaSegment(uri: "", duration: 0)
        (hasDuration, givenRange) = (false, nil)
    }

    mutating func setNumber(_ tag: Tag, _ value: ArraySlice<UInt8>, _ line: PlaylistLine) throws(HLSError) {
        guard let number = NumberText.integer(value) else {
            // Some write 6.0, and mean 6.
            guard tag == .targetDuration, let decimal = NumberText.decimal(value), decimal <= PlaylistLimits.longestDuration else {
                throw line.malformed("\(tag.rawValue): '\(Quoted.text(value))' is no whole number")
            }
            (playlist.targetDuration, hasTargetDuration) = (Int(clamping: decimal.rounded(.up)), true)
            return
        }
        switch tag {
        case .version: playlist.version = number
        case .targetDuration:
            guard Double(number) <= PlaylistLimits.longestDuration else {
                throw HLSError(.tooLarge, "line \(line.number): a target duration of \(number) s")
            }
            (playlist.targetDuration, hasTargetDuration) = (number, true)
        case .mediaSequence: if playlist.segments.isEmpty { playlist.mediaSequence = number }
        case .discontinuitySequence: if playlist.segments.isEmpty { playlist.discontinuitySequence = number }
        default: bitRate = number <= PlaylistLimits.largestNumber / 1000 ? number * 1000 : nil
        }
    }

    mutating func set(_ tag: Tag, _ value: ArraySlice<UInt8>, _ line: PlaylistLine) throws(HLSError) {
        switch tag {
        case .independentSegments: playlist.isIndependent = true
        case .iFramesOnly: playlist.isIFramesOnly = true
        case .endList: playlist.hasEnded = true
        case .discontinuity: next.isDiscontinuity = true
        case .gap: next.isGap = true
        case .byteRange: givenRange = value
        case .playlistType: playlist.kind = try PlaylistLine(number: line.number, bytes: value).text()
        case .programDateTime: next.programDateTime = try PlaylistLine(number: line.number, bytes: value).text()
        default: break
        }
    }

    mutating func set(_ tag: Tag, _ list: AttributeList, _ line: PlaylistLine) throws(HLSError) {
        try countEntry(line)
        switch tag {
        case .start: playlist.start = list
        case .define: playlist.definitions.append(list)
        case .serverControl: playlist.serverControl = list
        case .partInf: playlist.partInf = list
        case .skip:
            guard playlist.segments.isEmpty else { throw line.malformed("EXT-X-SKIP stands behind a segment") }
            playlist.skip = list
        case .preloadHint: playlist.preloadHints.append(list)
        case .renditionReport: playlist.renditionReports.append(list)
        case .dateRange: playlist.dateRanges.append(list)
        case .part: next.parts.append(MediaPart(try needing(["URI", "DURATION"], list, tag, line)))
        case .map: map = MediaMap(try needing(["URI"], list, tag, line), keys: keys)
        case .key: try setKey(MediaKey(list), line)
        default: break
        }
    }

    private mutating func setKey(_ key: MediaKey, _ line: PlaylistLine) throws(HLSError) {
        guard let method = key.attributes["METHOD"] else { throw line.malformed("EXT-X-KEY has no METHOD") }
        if method == "NONE" { return keys = [] }
        guard key.uri != nil else { throw line.malformed("EXT-X-KEY has no URI") }
        guard key.attributes["IV"] == nil || key.initializationVector?.count == 16 else {
            throw line.malformed("EXT-X-KEY: IV is 0x and 32 hexadecimal digits")
        }
        // It replaces those of its own format, and all that stand before a segment between them.
        keys.removeAll { $0.keyFormat == key.keyFormat }
        guard keys.count < PlaylistLimits.mostKeys else {
            throw HLSError(.tooLarge, "line \(line.number): more than \(PlaylistLimits.mostKeys) keys for one segment")
        }
        keys.append(key)
    }

    /// A few bytes of text become some hundreds in memory.
    private mutating func countEntry(_ line: PlaylistLine) throws(HLSError) {
        entries += 1
        guard entries <= PlaylistLimits.mostMediaEntries else {
            throw HLSError(.tooLarge, "line \(line.number): more than \(PlaylistLimits.mostMediaEntries) segments, parts and the like")
        }
    }

    private func needing(_ names: [String], _ list: AttributeList, _ tag: Tag, _ line: PlaylistLine) throws(HLSError) -> AttributeList {
        for name in names where list[name] == nil { throw line.malformed("\(tag.rawValue) has no \(name)") }
        return list
    }

    mutating func addUnknown(_ text: String) { if playlist.unknownTags.count < PlaylistLimits.mostUnknownTags { playlist.unknownTags.append(text) } }

    mutating func setVersion(_ version: Int?, isIndependent: Bool) { (playlist.version, playlist.isIndependent) = (version, isIndependent) }

    /// - Throws: where the playlist lacks what it must have.
    func finished() throws(HLSError) -> MediaPlaylist {
        guard hasTargetDuration else { throw HLSError(.malformed, "the playlist has no EXT-X-TARGETDURATION") }
        var playlist = playlist
        playlist.openParts = next.parts
        return playlist
    }
}
