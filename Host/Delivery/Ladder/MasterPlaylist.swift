import Codec

/// What a multivariant playlist says (RFC 8216bis, 4.4.6), from the renditions that can be read. A value.
struct MasterPlaylist {
    /// The name of its files without their ending, and what is known of it.
    typealias Picture = (stem: String, facts: RenditionFacts)
    typealias Audio = (stem: String, name: String, language: String?, isDefault: Bool, facts: RenditionFacts)

    let pictures: [Picture]
    let audio: [Audio]
    /// The pictures have playlists of their key frames too.
    let hasKeyframes: Bool
    private static let group = "audio"

    var text: String {
        var lines = ["#EXTM3U", "#EXT-X-VERSION:6", "#EXT-X-INDEPENDENT-SEGMENTS"]
        lines += audio.map(Self.line)
        for picture in pictures { lines += variant(picture) }
        if hasKeyframes { lines += pictures.map(Self.keyframes) }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func line(_ audio: Audio) -> String {
        let language = audio.language.map { ",LANGUAGE=\"\($0)\"" } ?? ""
        return "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"\(group)\",NAME=\"\(audio.name)\"\(language),DEFAULT=\(audio.isDefault ? "YES" : "NO"),"
            + "AUTOSELECT=YES,CHANNELS=\"\(audio.facts.stream.channelCount)\",URI=\"\(audio.stem).m3u8\""
    }

    /// What is played together: the picture, and the largest of the audio.
    private func variant(_ picture: Picture) -> [String] {
        let facts = picture.facts
        let peak = facts.peak + (audio.map(\.facts.peak).max() ?? 0)
        let average = facts.average + (audio.map(\.facts.average).max() ?? 0)
        var codecs = [facts.codec]
        for one in audio where !codecs.contains(one.facts.codec) { codecs.append(one.facts.codec) }
        let group = audio.isEmpty ? "" : ",AUDIO=\"\(Self.group)\""
        return [
            "#EXT-X-STREAM-INF:BANDWIDTH=\(peak),AVERAGE-BANDWIDTH=\(average),CODECS=\"\(codecs.joined(separator: ","))\","
                + "RESOLUTION=\(facts.stream.width)x\(facts.stream.height),FRAME-RATE=\(Self.decimal(facts.stream.frameRate)),"
                + "VIDEO-RANGE=SDR,CLOSED-CAPTIONS=NONE\(group)",
            "\(picture.stem).m3u8",
        ]
    }

    private static func keyframes(_ picture: Picture) -> String {
        let facts = picture.facts
        return "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=\(facts.keyframePeak),AVERAGE-BANDWIDTH=\(facts.keyframeAverage),"
            + "CODECS=\"\(facts.codec)\",RESOLUTION=\(facts.stream.width)x\(facts.stream.height),VIDEO-RANGE=SDR,"
            + "URI=\"\(picture.stem)\(SegmentFolder.iFrames)\""
    }

    /// Three decimals.
    private static func decimal(_ value: Double) -> String {
        let thousandths = Int(clamping: (value * 1000).rounded())
        let fraction = String(thousandths % 1000)
        return "\(thousandths / 1000)." + String(repeating: "0", count: 3 - fraction.count) + fraction
    }
}
