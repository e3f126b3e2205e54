import HLS

/// Names of files for what comes from an address.
enum LocalName {
    /// `000041-1a2b3c4d.m4s`: what comes from another address, or is another part of the file there, has another name.
    ///
    /// - Parameter life: 1, and one more for each time that the stream began anew: `000041-1a2b3c4d-2.m4s`. It may use the names of before.
    static func segment(_ segment: MediaSegment, at url: String, life: Int) -> String {
        padded(segment.number) + "-" + hash(url, segment.byteRange) + suffix(life) + "." + ending(url)
    }

    /// Whether it is the name of a file or folder in another, and leads nowhere else.
    static func isPlain(_ name: String) -> Bool { !name.isEmpty && !name.hasPrefix(".") && !name.utf8.contains(UInt8(ascii: "/")) }

    /// Of a segment that there is not.
    static func gap(_ number: Int) -> String { padded(number) + "-gap" }

    /// The segment's number at its origin, where nothing was left out.
    static func number(of name: String) -> Int? { Int(name.prefix { $0.isASCII && $0.isNumber }) }

    /// 1 where it does not say.
    static func life(of name: String) -> Int {
        let parts = name.prefix { $0 != "." }.split(separator: "-")
        return parts.count == 3 ? Int(parts[2]) ?? 1 : 1
    }

    private static func suffix(_ life: Int) -> String { life > 1 ? "-\(life)" : "" }

    private static func padded(_ number: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, 6 - digits.count)) + digits
    }

    /// - Parameter life: as of `segment`.
    static func map(_ map: MediaMap, at url: String, life: Int) -> String { "init-" + hash(url, map.byteRange) + suffix(life) + "." + ending(url) }

    /// Of a track: `audio-en-1a2b3c4d`.
    static func track(_ track: DownloadPlan.Track, at url: String) -> String {
        let language = (track.rendition?.language ?? "").filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }.prefix(16)
        return track.kind.rawValue + (language.isEmpty ? "" : "-" + language) + "-" + hash(url, nil)
    }

    /// Whether a folder is named as `track` names them.
    static func isTrack(_ name: String) -> Bool {
        let parts = name.split(separator: "-", omittingEmptySubsequences: false)
        let isHash = parts.last.map { $0.utf8.count == 8 && $0.allSatisfy { $0.isHexDigit && !$0.isUppercase } } ?? false
        return parts.count > 1 && isHash && ["main", "audio", "subtitles"].contains(parts[0])
    }

    /// FNV-1a.
    private static func hash(_ url: String, _ range: ByteRange?) -> String {
        var hash: UInt32 = 2_166_136_261
        for byte in (AddressIdentity.of(url) + (range.map { "#" + $0.text } ?? "")).utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }

    /// What players know a file's kind by.
    private static func ending(_ url: String) -> String {
        let name = URIReference.lastName(of: url)
        guard let dot = name.lastIndex(of: ".") else { return "bin" }
        let ending = name[dot...].dropFirst().lowercased()
        return (1...6).contains(ending.utf8.count) && ending.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) } ? ending : "bin"
    }
}
