import Codec
import Delivery

/// Which streams are encoded, and which of them each target gets: the wanted codec where it is taken, another elsewhere, which
/// is encoded only if there is such a target.
struct StreamPlan: Sendable {
    /// One for each audio encoder, of different codecs.
    let audio: [AudioSettings]
    /// Of everything that is encoded.
    let codings: Set<Coding>
    /// One line for people about who gets what; `nil` where all is as usual.
    let text: String?
    private let hasPicture: Bool
    private let picture: Coding
    /// What RTMP has beside the audio.
    private let beside: Coding
    private let wanted: AudioSettings?

    /// - Parameters:
    ///   - targets: those that the user named.
    ///   - hasPage: whether there is a page beside them, which takes AAC.
    /// - Throws: `SessionError.Code.badSetting` for a target that none of the streams is for.
    init(_ configuration: SessionConfiguration, targets: [TargetURL], hasPage: Bool) throws(SessionError) {
        hasPicture = configuration.streams != .audioOnly
        let picture = configuration.encoder.coding
        (self.picture, beside) = (picture, hasPicture ? picture : .h264)
        if hasPicture, let refusal = targets.lazy.compactMap({ $0.refusal(of: picture) }).first { throw SessionError(.badSetting, refusal) }
        wanted = configuration.streams == .videoOnly ? nil : configuration.audio
        guard let wanted else {
            if let odd = targets.first(where: { !$0.takesPictures }) {
                throw SessionError(.badSetting, "\(odd.masked) is for sound alone, and none is sent: name a .mkv, .mp4, .ts or .flv file")
            }
            (audio, codings, text) = ([], [picture], nil)
            return
        }
        var takers: [AudioCodec: [String]] = [:]
        for target in targets {
            takers[target.audioCodec(preferring: wanted.codec, beside: beside), default: []].append(target.masked)
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
    func streams(for target: TargetURL, of streams: [StreamDescription]) -> [StreamDescription] {
        let audio = wanted.map { target.audioCodec(preferring: $0.codec, beside: beside).coding }
        return streams.filter { $0.kind == .video ? target.takesPictures : $0.coding == audio }
    }

    /// Why a target cannot be added to a broadcast that runs by this plan; `nil` when it can.
    func refusal(of target: TargetURL) -> String? {
        if hasPicture, let refusal = target.refusal(of: picture) { return refusal }
        guard let wanted else {
            return target.takesPictures ? nil : "\(target) is for sound alone, and none is sent: name a .mkv, .mp4, .ts or .flv file"
        }
        let codec = target.audioCodec(preferring: wanted.codec, beside: beside)
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
