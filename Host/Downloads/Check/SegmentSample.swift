import Codec
import Glibc
import HLS
import Platform
import Protocols

/// A segment as it came, and what is in it.
struct SegmentSample {
    let byteCount: Int
    private let segment: MediaSegment
    /// `nil` where it cannot be read: encrypted for players with a licence, or no media that libavformat knows.
    private let media: MediaInspection?
    private let trouble: String
    private let isPage: Bool

    /// Of what is kept in memory: ten seconds of 100 Mb/s.
    private static let longest = 128 << 20

    @available(*, noasync)
    init(_ segment: MediaSegment, base: String, origin: Origin, keys: KeyRing) throws(DownloadError) {
        self.segment = segment
        let body = try Self.bytes(segment.uri, segment.byteRange, base, origin)
        (byteCount, isPage) = (body.count, WebPage.begins(body))
        guard Self.isReadable(segment.keys), Self.isReadable(segment.map?.keys ?? []) else {
            (media, trouble) = (nil, "")
            return
        }
        let head: [UInt8]?? = try segment.map.map { map throws(DownloadError) in
            try Self.plain(Self.bytes(map.uri, map.byteRange, base, origin), keys.decryption(map.keys, segment: segment.number, base: base))
        }
        guard let plain = try Self.plain(body, keys.decryption(segment.keys, segment: segment.number, base: base)), let header = head ?? [] else {
            (media, trouble) = (nil, Self.notDecrypted)
            return
        }
        let (found, problem) = Self.inspect(header + plain)
        // With a wrong key, one time in 256 the noise ends like a padding. Behind a header that is not encrypted it is a file without media, which
        // only subtitles may be.
        let isEmpty = found.map { !$0.streams.contains { $0.packets > 0 || $0.kind == "other" } } ?? !problem.isEmpty
        (media, trouble) = isEmpty && !segment.keys.isEmpty ? (nil, Self.notDecrypted) : (found, problem)
    }

    private static let notDecrypted = "it cannot be decrypted: the key is wrong, or it is cut off"

    private static func isReadable(_ keys: [MediaKey]) -> Bool { keys.isEmpty || keys.contains { $0.problem == nil } }

    /// `nil` where the key is another.
    private static func plain(_ bytes: [UInt8], _ secret: (key: [UInt8], vector: [UInt8])?) throws(DownloadError) -> [UInt8]? {
        guard let secret else { return bytes }
        do throws(AESDecryption.Problem) {
            let decryption = try AESDecryption(key: secret.key, initializationVector: secret.vector)
            let start = try decryption.update(all: bytes)
            return start + (try decryption.finish())
        } catch { return nil }
    }

    private static func bytes(_ uri: String, _ range: ByteRange?, _ base: String, _ origin: Origin) throws(DownloadError) -> [UInt8] {
        let url = URIReference.resolved(uri, against: base)
        guard URIReference.hasScheme(url) else {
            let whole = try LocalFile.bytes(of: url, longest: longest)
            guard let range else { return whole }
            guard range.end <= whole.count else { throw DownloadError(.damaged, "\(url) has no bytes \(range.text)") }
            return Array(whole[range.offset..<range.end])
        }
        return try origin.retrying { () throws(DownloadError) in
            var bytes: [UInt8] = []
            _ = try origin.get(url, range: range, acceptsGzip: false, longest: longest) { bytes += $0 }
            return bytes
        }
    }

    @available(*, noasync)
    private static func inspect(_ bytes: [UInt8]) -> (MediaInspection?, String) {
        // Only a file of its own keeps a foreign name from leading anywhere. It has no name: nothing of it stays, however this ends.
        let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(folder)/splitcast-check.XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else { return (nil, "") }
        unlink(template)
        defer { close(descriptor) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { return (nil, "") }
            rest = rest.dropFirst(count)
        }
        do throws(CodecError) { return (try MediaFile("/proc/self/fd/\(descriptor)", isForeign: true).inspect(), "") } catch {
            return (nil, "it is no media that can be read")
        }
    }

    func remarks(_ name: String, variant: Variant?) -> [StreamRemark] {
        var remarks: [StreamRemark] = []
        func add(_ severity: StreamRemark.Severity, _ section: String, _ text: String) {
            remarks.append(StreamRemark(severity, section, name, "segment \(segment.number): \(text)"))
        }
        /// Of the variant, and so the same for each of its segments.
        func addToAll(_ severity: StreamRemark.Severity, _ text: String) { remarks.append(StreamRemark(severity, "4.4.6.2", name, text)) }
        if byteCount == 0 { add(.error, "6.2.1", "it is empty") }
        guard !isPage else {
            add(.error, "3.1", "it is a web page")
            return remarks
        }
        guard let media else {
            // Subtitles and packed audio are read by others.
            if !trouble.isEmpty, variant != nil || !segment.keys.isEmpty { add(.error, segment.keys.isEmpty ? "3.1" : "4.4.4.4", trouble) }
            return remarks
        }
        let longest = media.streams.filter { $0.packets > 1 }.max { $0.endSeconds - $0.startSeconds < $1.endSeconds - $1.startSeconds }
        let seconds = longest.map { $0.endSeconds - $0.startSeconds } ?? 0
        // The last picture may last as long as any before it, which libavformat does not tell of a fragment: pictures of an idle screen are rare.
        let last = longest?.longestGapSeconds ?? 0
        // Two pictures of 24 a second, and what a packet of audio more or less is.
        if seconds > 0, segment.duration < seconds - 0.15 || segment.duration > seconds + last + 0.15 {
            add(.warning, "4.4.4.1", "EXTINF says \(Self.text(segment.duration)) s, and its media last \(Self.text(seconds)) s")
        }
        let pictures = media.streams.filter { $0.kind == "video" }
        if let keyframes = pictures.first?.keyframes, keyframes.count == 0 { add(.error, "4.4.2.1", "no picture in it can be decoded by itself") }
        guard let variant else { return remarks }
        let declared = variant.stream.codecs.map { CodecString($0) }
        guard !declared.isEmpty else { return remarks }
        for stream in media.streams where stream.kind != "other" {
            if !declared.contains(where: { CodecFamily.of($0) == stream.codec }) {
                addToAll(.error, "CODECS is \(variant.stream.attributes["CODECS"] ?? ""), and there is \(stream.codec) in it")
            }
        }
        if let picture = pictures.first, let size = variant.videoAttributes?.presentationSize, picture.size != size.description {
            addToAll(.warning, "RESOLUTION is \(size), and its pictures have \(picture.size)")
        }
        return remarks
    }

    private static func text(_ seconds: Double) -> String {
        let milliseconds = Int(clamping: (seconds * 1000).rounded())
        let rest = String(milliseconds % 1000)
        return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - rest.utf8.count) + rest
    }
}
