/// What is wrong with a media playlist, as far as it shows by itself: how long a live one is shows when it is read again (`ProgressCheck`).
public struct MediaCheck {
    private let playlist: MediaPlaylist
    private let subject: String
    private var remarks: [StreamRemark] = []

    /// - Parameters:
    ///   - subject: what the playlist is called in remarks.
    ///   - isIndependent: whether the master playlist says so of all its segments.
    public static func remarks(_ playlist: MediaPlaylist, _ subject: String, isIndependent: Bool) -> [StreamRemark] {
        var check = MediaCheck(playlist, subject)
        check.checkSegments()
        check.checkVersion()
        check.checkLatency()
        if !isIndependent, !playlist.isIndependent, !playlist.isIFramesOnly {
            check.add(.warning, "4.4.2.1", "EXT-X-INDEPENDENT-SEGMENTS is missing: a player cannot switch to it without decoding what comes before")
        }
        return check.remarks
    }

    private init(_ playlist: MediaPlaylist, _ subject: String) { (self.playlist, self.subject) = (playlist, subject) }

    private mutating func add(_ severity: StreamRemark.Severity, _ section: String, _ text: String) {
        remarks.append(StreamRemark(severity, section, subject, text))
    }

    private mutating func checkSegments() {
        let segments = playlist.segments
        let target = playlist.targetDuration
        let long = segments.filter { $0.duration.rounded() > Double(target) }
        if let first = long.first {
            let more = long.count > 1 ? ", and \(long.count - 1) more" : ""
            add(.error, "4.4.3.1", "segment \(first.number) has \(NumberText.text(first.duration)) s, above EXT-X-TARGETDURATION \(target)\(more)")
        }
        // Of a live one it is said when it is read again.
        if segments.isEmpty, playlist.hasEnded || playlist.kind == "VOD" { add(.warning, "4.4.4", "there is no segment") }
        if let empty = segments.first(where: { $0.duration == 0 }) { add(.warning, "4.4.4.1", "segment \(empty.number) has no duration") }
        if playlist.kind == "VOD", !playlist.hasEnded {
            add(.error, "4.4.3.5", "EXT-X-PLAYLIST-TYPE is VOD without EXT-X-ENDLIST: it may not change, and is not at its end")
        }
        let isFragmented = segments.first { ["m4s", "mp4", "cmfv", "cmfa", "m4a", "m4v"].contains(Self.ending($0.uri)) && $0.map == nil }
        if let isFragmented { add(.error, "4.4.4.5", "segment \(isFragmented.number) is fragmented MP4 without EXT-X-MAP") }
        let gaps = segments.filter(\.isGap).count
        if gaps > 0 { add(.warning, "4.4.4.7", "\(gaps) segments are missing (EXT-X-GAP)") }
    }

    /// Section 7: the version that the tags used need.
    private mutating func checkVersion() {
        var (needed, why) = (1, "")
        func need(_ version: Int, _ reason: String, _ holds: Bool) { if holds, version > needed { (needed, why) = (version, reason) } }
        let segments = playlist.segments
        let keys = segments.flatMap(\.keys)
        need(2, "IV of EXT-X-KEY", keys.contains { $0.initializationVector != nil })
        need(3, "durations with a decimal point", segments.contains { $0.duration != $0.duration.rounded() })
        need(4, "EXT-X-BYTERANGE", segments.contains { $0.byteRange != nil })
        need(4, "EXT-X-I-FRAMES-ONLY", playlist.isIFramesOnly)
        need(5, "KEYFORMAT of EXT-X-KEY", keys.contains { $0.attributes["KEYFORMAT"] != nil })
        need(playlist.isIFramesOnly ? 5 : 6, "EXT-X-MAP", segments.contains { $0.map != nil })
        need(8, "variables (EXT-X-DEFINE)", !playlist.definitions.isEmpty)
        need(9, "EXT-X-SKIP", playlist.skip != nil)
        if needed > playlist.version ?? 1 { add(.error, "7", "\(why) needs EXT-X-VERSION \(needed), and \(playlist.version ?? 1) is given") }
    }

    private mutating func checkLatency() {
        let target = Double(playlist.targetDuration)
        if let hold = playlist.serverControl?.decimal("HOLD-BACK"), hold < target * 3 {
            add(.error, "4.4.3.8", "HOLD-BACK \(NumberText.text(hold)) is below three target durations")
        }
        let parts = playlist.segments.flatMap(\.parts) + playlist.openParts
        guard let length = playlist.partInf?.decimal("PART-TARGET") else {
            if !parts.isEmpty { add(.error, "4.4.3.7", "parts without EXT-X-PART-INF") }
            return
        }
        if let long = parts.first(where: { $0.duration > length + 0.0005 }) {
            add(.error, "4.4.4.9", "a part has \(NumberText.text(long.duration)) s, above PART-TARGET \(NumberText.text(length))")
        }
        guard let hold = playlist.serverControl?.decimal("PART-HOLD-BACK") else {
            return add(.error, "4.4.3.8", "EXT-X-PART-INF without PART-HOLD-BACK in EXT-X-SERVER-CONTROL")
        }
        if hold < length * 2 { add(.error, "4.4.3.8", "PART-HOLD-BACK \(NumberText.text(hold)) is below twice PART-TARGET") }
        if playlist.serverControl?.isYes("CAN-BLOCK-RELOAD") != true {
            add(.warning, "4.4.3.8", "parts without CAN-BLOCK-RELOAD: players learn of them late")
        }
    }

    private static func ending(_ uri: String) -> String {
        let name = URIReference.lastName(of: uri)
        return name.lastIndex(of: ".").map { name[$0...].dropFirst().lowercased() } ?? ""
    }
}
