/// What is wrong with a master playlist, as far as it shows by itself.
public enum MasterCheck {
    private static let subject = "master playlist"

    public static func remarks(_ playlist: MasterPlaylist) -> [StreamRemark] {
        var remarks: [StreamRemark] = []
        if !playlist.definitions.isEmpty, (playlist.version ?? 1) < 8 {
            remarks.append(StreamRemark(.error, "7", subject, "variables (EXT-X-DEFINE) need EXT-X-VERSION 8, and \(playlist.version ?? 1) is given"))
        }
        for variant in playlist.variants { remarks += self.remarks(variant, playlist) }
        return remarks + groups(playlist)
    }

    /// How a variant is called in remarks.
    public static func name(of variant: Variant) -> String { "variant \(variant.number)" }

    private static func remarks(_ variant: Variant, _ playlist: MasterPlaylist) -> [StreamRemark] {
        let (name, attributes) = (name(of: variant), variant.stream.attributes)
        var remarks: [StreamRemark] = []
        func add(_ severity: StreamRemark.Severity, _ text: String, _ section: String = "4.4.6.2") {
            remarks.append(StreamRemark(severity, section, name, text))
        }
        if variant.peakBitRate == 0 { add(.error, "BANDWIDTH is 0") }
        if let average = variant.averageBitRate, average > variant.peakBitRate {
            add(.error, "AVERAGE-BANDWIDTH \(average) is above BANDWIDTH \(variant.peakBitRate)")
        }
        if attributes["CODECS"] == nil { add(.warning, "CODECS is missing: a player cannot tell whether it can play the variant") }
        if variant.videoAttributes != nil {
            if attributes["RESOLUTION"] == nil { add(.warning, "RESOLUTION is missing") }
            if attributes["FRAME-RATE"] == nil { add(.warning, "FRAME-RATE is missing") }
            if attributes["RESOLUTION"] != nil, attributes.size("RESOLUTION") == nil { add(.error, "RESOLUTION is not WIDTHxHEIGHT") }
        }
        if let range = attributes["VIDEO-RANGE"], VideoRange(rawValue: range) == nil {
            add(.error, "VIDEO-RANGE '\(Quoted.text(range))' is none of SDR, HLG, PQ")
        }
        if variant.videoAttributes?.codecTypes.contains(where: { CodecString($0).isDolbyVision }) == true, attributes["VIDEO-RANGE"] == nil {
            add(.warning, "VIDEO-RANGE is missing, of a codec for HDR")
        }
        for kind in Rendition.Kind.allCases {
            guard let group = variant.stream.group(of: kind), playlist.renditions(of: kind, in: group).isEmpty else { continue }
            add(.error, "\(kind.rawValue) names the group '\(Quoted.text(group))', which no EXT-X-MEDIA has")
        }
        let names = attributes.attributes.map(\.name)
        if Set(names).count < names.count { add(.error, "an attribute stands twice", "4.2") }
        return remarks
    }

    private static func groups(_ playlist: MasterPlaylist) -> [StreamRemark] {
        var remarks: [StreamRemark] = []
        var seen: [String: [Rendition]] = [:]
        for rendition in playlist.renditions {
            let key = "\(rendition.kind.rawValue) group '\(Quoted.text(rendition.group))'"
            func add(_ severity: StreamRemark.Severity, _ text: String, _ section: String = "4.4.6.1") {
                remarks.append(StreamRemark(severity, section, key, text))
            }
            let others = seen[key] ?? []
            if others.contains(where: { $0.name == rendition.name }) {
                add(.error, "the NAME '\(Quoted.text(rendition.name))' stands twice", "4.4.6.1.1")
            }
            if rendition.isDefault, others.contains(where: \.isDefault) { add(.error, "more than one is DEFAULT=YES", "4.4.6.1.1") }
            if rendition.isDefault, rendition.attributes["AUTOSELECT"] == "NO" { add(.error, "DEFAULT=YES with AUTOSELECT=NO") }
            if rendition.kind == .subtitles, rendition.uri == nil { add(.error, "'\(Quoted.text(rendition.name))' are subtitles without a URI") }
            if rendition.kind == .closedCaptions, rendition.attributes["INSTREAM-ID"] == nil { add(.error, "closed captions without INSTREAM-ID") }
            if rendition.kind == .closedCaptions, rendition.uri != nil { add(.error, "closed captions with a URI") }
            if rendition.kind == .audio, rendition.channels == nil { add(.warning, "'\(Quoted.text(rendition.name))' has no CHANNELS") }
            seen[key] = others + [rendition]
        }
        return remarks
    }
}
