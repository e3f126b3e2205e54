import Codec
import Delivery

/// Which streams are encoded, and which of them each target gets: the wanted codec where it is taken, another elsewhere, which
/// is encoded only if there is such a target.
struct StreamPlan: Sendable {
    /// A target, and what the pictures of its encoding are encoded to.
    struct Taker: Sendable {
        let url: TargetURL
        let picture: Coding
        /// Whether its encoding is another than the main one.
        var hasOwnEncoding = false
    }

    /// One for each audio encoder, of different codecs.
    let audio: [AudioSettings]
    /// The sources that are encoded for themselves as well, as `wanted` is; the first is track 1.
    let tracks: [String]
    /// What recordings get, `mix` among it, in this order; empty for the mix alone.
    private let recorded: [String]
    /// Of everything that is encoded for the targets of the main encoding.
    let codings: Set<Coding>
    /// One line for people about who gets what; `nil` where all is as usual.
    let text: String?
    private let hasPicture: Bool
    /// Of the main encoding.
    private let picture: Coding
    private let wanted: AudioSettings?

    /// - Parameters:
    ///   - targets: those that the user named.
    ///   - hasPage: whether there is a page beside them, which takes AAC.
    /// - Throws: `SessionError.Code.badSetting` for a target that none of the streams is for.
    init(_ configuration: SessionConfiguration, targets: [Taker], hasPage: Bool) throws(SessionError) {
        hasPicture = configuration.streams != .audioOnly
        let picture = configuration.encoder.coding
        self.picture = picture
        if hasPicture, let refusal = targets.lazy.compactMap({ $0.url.refusal(of: $0.picture, hasOwnCodec: $0.hasOwnEncoding) }).first {
            throw SessionError(.badSetting, refusal)
        }
        wanted = configuration.streams == .videoOnly ? nil : configuration.audio
        let recorded = configuration.streams == .videoOnly ? [] : configuration.recordTracks
        (self.recorded, tracks) = (recorded, configuration.streams == .videoOnly ? [] : configuration.singleTracks)
        if let refusal = targets.lazy.compactMap({ Self.refusal(of: $0.url, recording: recorded) }).first {
            throw SessionError(.badSetting, refusal)
        }
        guard let wanted else {
            if let odd = targets.first(where: { !$0.url.takesPictures }) {
                throw SessionError(.badSetting, "\(odd.url.masked) is for sound alone, and none is sent: name a .mkv, .mp4, .ts or .flv file")
            }
            (audio, codings, text) = ([], [picture], nil)
            return
        }
        var takers: [AudioCodec: [String]] = [:]
        for target in targets {
            let codec = target.url.audioCodec(preferring: wanted.codec, beside: hasPicture ? target.picture : .h264)
            takers[codec, default: []].append(target.url.masked)
        }
        if hasPage { takers[.aac, default: []].append("the page") }
        // The wanted one first; a host without targets encodes it for no one.
        let codecs = [wanted.codec] + AudioCodec.allCases.filter { $0 != wanted.codec }
        let needed = codecs.filter { takers[$0] != nil }
        audio = (needed.isEmpty ? [wanted.codec] : needed).map { wanted.reencoded(to: $0) }
        codings = Set(audio.map(\.codec.coding) + (hasPicture ? [picture] : []))
        text = audio == [wanted] && wanted.codec == .aac ? nil : Self.describe(audio, takers)
    }

    /// Which of the streams a target gets, the picture first.
    ///
    /// - Parameter isClip: it is a clip of the replay, which holds no tracks of single sources.
    func streams(for target: TargetURL, of streams: [StreamDescription], isClip: Bool = false) -> [StreamDescription] {
        // What RTMP has beside the audio.
        let beside = streams.first { $0.kind == .video }?.coding ?? .h264
        let audio = wanted.map { target.audioCodec(preferring: $0.codec, beside: beside).coding }
        guard target.isRecording, !recorded.isEmpty, !isClip else {
            return streams.filter { $0.kind == .video ? target.takesPictures : $0.coding == audio && $0.track == 0 }
        }
        let numbers = recorded.map { name in tracks.firstIndex(of: name).map { $0 + 1 } ?? 0 }
        return streams.filter { $0.kind == .video && target.takesPictures }
            + numbers.compactMap { number in streams.first { $0.kind == .audio && $0.coding == audio && $0.track == number } }
    }

    /// What a rendition of a ladder gets, which is one stream: the picture, or the audio of a bus; none where there is no audio.
    ///
    /// - Parameter source: whose audio it is; `nil` for a picture.
    func streams(forRenditionOf source: String?, of streams: [StreamDescription]) -> [StreamDescription] {
        guard let source else { return streams.filter { $0.kind == .video } }
        let number = source == Self.mix ? 0 : (tracks.firstIndex(of: source) ?? -1) + 1
        return streams.filter { $0.coding == .aac && $0.track == number && (number == 0) == (source == Self.mix) }
    }

    /// As `recordTracks` names all together.
    static let mix = "mix"

    private static func refusal(of target: TargetURL, recording recorded: [String]) -> String? {
        guard target.isRecording, recorded.count > 1, ![.mkv, .mp4, .mka].contains(target.container) else { return nil }
        return "\(target) holds one audio track, and \(recorded.joined(separator: ",")) are \(recorded.count): name a .mkv or .mp4 file"
    }

    /// The same for an encoding of that codec.
    func codings(with picture: Coding) -> Set<Coding> { Set(audio.map(\.codec.coding) + (hasPicture ? [picture] : [])) }

    /// Why a target cannot be added to a broadcast that runs by this plan; `nil` when it can.
    ///
    /// - Parameters:
    ///   - picture: what its pictures are encoded to; `nil` for those of the main encoding.
    ///   - isClip: it is a clip of the replay, which holds no tracks of single sources.
    func refusal(of target: TargetURL, picture own: Coding? = nil, isClip: Bool = false) -> String? {
        let picture = own ?? picture
        if !isClip, let refusal = Self.refusal(of: target, recording: recorded) { return refusal }
        if hasPicture, let refusal = target.refusal(of: picture, hasOwnCodec: own != nil) { return refusal }
        guard let wanted else {
            return target.takesPictures ? nil : "\(target) is for sound alone, and none is sent: name a .mkv, .mp4, .ts or .flv file"
        }
        let codec = target.audioCodec(preferring: wanted.codec, beside: hasPicture ? picture : .h264)
        if codings.contains(codec.coding) { return nil }
        let (needed, sent) = (codec.words, audio.map(\.codec.words).joined(separator: " and "))
        return
            "\(target) takes \(needed), and this broadcast encodes \(sent) alone: start it with such a target"
    }

    private static func describe(_ audio: [AudioSettings], _ takers: [AudioCodec: [String]]) -> String {
        let parts = audio.map { settings in
            let rate = settings.sampleRate == 48_000 ? "" : ", 44.1 kHz"
            let channels = settings.channels == 1 ? ", mono" : ""
            let names = takers[settings.codec] ?? []
            return "\(settings.codec.words) (\(settings.bitsPerSecond / 1000) kb/s\(rate)\(channels)) to \(names.joined(separator: ", "))"
        }
        return "sound: " + parts.joined(separator: "; ")
    }
}
