/// Reads a playlist line by line. The time that it takes grows as the playlist does.
struct PlaylistParser {
    private var media = MediaBuilder()
    private var master = MasterBuilder()
    private var variables: VariableTable
    /// Decided by the first tag that only one of them has.
    private var home = Tag.Home.both
    private static let extinf = Array("#EXTINF:".utf8)
    private static let head = Array("#EXTM3U".utf8)

    static func parse(_ bytes: [UInt8], _ context: PlaylistContext) throws(HLSError) -> Playlist {
        guard bytes.count <= PlaylistLimits.mostBytes else {
            throw HLSError(.tooLarge, "the playlist has more than \(PlaylistLimits.mostBytes >> 20) MiB")
        }
        var rest = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        guard let first = Self.popLine(&rest), first.elementsEqual(head) else { throw notAPlaylist(bytes) }
        var (parser, number) = (PlaylistParser(variables: VariableTable(context)), 1)
        while let line = popLine(&rest) {
            number += 1
            guard line.count <= PlaylistLimits.longestLine else { throw .longLine(number) }
            try parser.read(PlaylistLine(number: number, bytes: line))
        }
        return try parser.finished()
    }

    private init(variables: VariableTable) { self.variables = variables }

    /// Without its end, and without spaces behind.
    private static func popLine(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard !rest.isEmpty else { return nil }
        let line = rest.prefix { $0 != 10 }
        rest = rest[line.endIndex...].dropFirst()
        return line.withoutBlanksBehind
    }

    private static func notAPlaylist(_ bytes: [UInt8]) -> HLSError {
        let start = bytes.drop { $0 <= 32 }.prefix(512).map { $0 | 0x20 }
        let isPage = start.first == UInt8(ascii: "<")
        let what = bytes.isEmpty ? "it is empty" : isPage ? "it is a web page or XML" : "it does not begin with #EXTM3U"
        return HLSError(.notAPlaylist, "there is no HLS playlist: \(what)")
    }

    private mutating func read(_ line: PlaylistLine) throws(HLSError) {
        guard let first = line.bytes.first else { return }
        guard first == UInt8(ascii: "#") else { return try readAddress(line) }
        if line.bytes.starts(with: Self.extinf) {
            try settle(.media, line, Tag.extinf.rawValue)
            return try media.setDuration(line.bytes.dropFirst(Self.extinf.count), line)
        }
        let name = line.bytes.dropFirst().prefix { $0 != UInt8(ascii: ":") }
        guard let tag = Tag.byName[String(decoding: name, as: UTF8.self)] else {
            // Else it is a comment.
            if name.starts(with: Array("EXT".utf8)), !name.elementsEqual(Self.head.dropFirst()) {
                let text = try line.text()
                media.addUnknown(text)
                master.addUnknown(text)
            }
            return
        }
        try settle(tag.home, line, tag.rawValue)
        try read(tag, line.bytes[name.endIndex...].dropFirst(), line)
    }

    private mutating func read(_ tag: Tag, _ value: ArraySlice<UInt8>, _ line: PlaylistLine) throws(HLSError) {
        switch tag {
        case .version, .targetDuration, .mediaSequence, .discontinuitySequence, .bitRate:
            try media.setNumber(tag, value, line)
            if tag == .version { master.setVersion(media.playlist.version) }
        case .independentSegments, .endList, .iFramesOnly, .discontinuity, .gap, .byteRange, .playlistType, .programDateTime:
            try media.set(tag, value, line)
            if tag == .independentSegments { master.setIndependent() }
        default:
            let list = try AttributeReader(variables: variables).read(value, of: tag.rawValue, line: line.number)
            if tag == .define { try variables.define(list, line: line.number) }
            if tag.home != .master { try media.set(tag, list, line) }
            if tag.home != .media { try master.set(tag, list, line) }
        }
    }

    private mutating func readAddress(_ line: PlaylistLine) throws(HLSError) {
        let uri = try variables.substituted(try line.text(), line: line.number)
        // Of variables.
        guard let first = uri.utf8.first, first != UInt8(ascii: "#"), uri.utf8.last != UInt8(ascii: " "), uri.utf8.last != 9 else {
            throw line.malformed("an address that is empty, begins with # or ends with a space")
        }
        switch home {
        case .media: try media.addSegment(uri, line)
        case .master: try master.addAddress(uri, line)
        case .both: throw line.malformed("an address without a tag before it that says what it is")
        }
    }

    private mutating func settle(_ other: Tag.Home, _ line: PlaylistLine, _ tag: String) throws(HLSError) {
        guard other != .both, other != home else { return }
        guard home == .both else {
            throw HLSError(.wrongKind, "line \(line.number): \(tag) has no meaning in a \(home == .media ? "media" : "master") playlist")
        }
        home = other
    }

    private func finished() throws(HLSError) -> Playlist {
        switch home {
        case .master: return .master(try master.finished(variables.values))
        case .media: return .media(try media.finished())
        case .both: throw HLSError(.malformed, "the playlist has neither variants nor segments")
        }
    }
}
