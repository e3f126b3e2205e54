/// One of the forms in which a stream can be had: what its playlist says, and nothing else.
public struct Variant: Hashable, Sendable {
    /// Its position in the playlist, from 1.
    public let number: Int
    public let stream: VariantStream
    /// Bits a second, of its largest segment with the audio that goes with it.
    public let peakBitRate: Int
    public let averageBitRate: Int?
    /// `nil` for audio alone.
    public let videoAttributes: VideoAttributes?
    /// `nil` where the playlist speaks of no audio.
    public let audioAttributes: AudioAttributes?

    init(_ stream: VariantStream, number: Int, in playlist: MasterPlaylist) {
        (self.stream, self.number) = (stream, number)
        let attributes = stream.attributes
        (peakBitRate, averageBitRate) = (stream.bandwidth, attributes.integer("AVERAGE-BANDWIDTH"))
        let codecs = stream.codecs.map { CodecString($0) }
        let supplemental = attributes.list("SUPPLEMENTAL-CODECS").map { CodecString(String($0.prefix { $0 != "/" })) }
        let size = attributes.size("RESOLUTION")
        if size != nil || codecs.contains(where: \.isVideo) {
            var types: [String] = []
            for codec in codecs + supplemental where codec.isVideo && !types.contains(codec.sampleEntry) { types.append(codec.sampleEntry) }
            videoAttributes = VideoAttributes(
                videoRange: VideoRange(rawValue: attributes["VIDEO-RANGE"] ?? "") ?? .sdr, nominalFrameRate: attributes.decimal("FRAME-RATE"),
                presentationSize: size, codecTypes: types)
        } else {
            videoAttributes = nil
        }
        var formats: [String] = []
        for format in codecs.compactMap(\.audioFormat) where !formats.contains(format) { formats.append(format) }
        let group = stream.group(of: .audio)
        audioAttributes =
            formats.isEmpty && group == nil
            ? nil : AudioAttributes(formatIDs: formats, group: group, renditions: playlist.renditions.filter { $0.kind == .audio })
    }

    public var stableID: String? { stream.attributes["STABLE-VARIANT-ID"] }
    /// What a person calls it: STABLE-VARIANT-ID or NAME where it has one.
    public var name: String? { stableID ?? stream.attributes["NAME"] }
}

extension MasterPlaylist {
    /// In the order of the playlist.
    public var variants: [Variant] { streams.enumerated().map { Variant($1, number: $0 + 1, in: self) } }
}
