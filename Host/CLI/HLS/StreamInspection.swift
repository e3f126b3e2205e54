import Downloads
import HLS

/// What `splitcast hls inspect --json` prints. Rates in bits a second, times in seconds. Field names are part of the interface: add, never
/// rename.
struct StreamInspection: Encodable {
    struct Video: Encodable {
        var videoRange: String
        var nominalFrameRate: Double?
        var presentationSize: String?
        var codecTypes: [String]
    }

    struct Audio: Encodable {
        var formatIDs: [String]
        var isBinaural: Bool
        var channelCount: Int?
        var group: String?
    }

    struct OneVariant: Encodable {
        var number: Int
        var name: String?
        var peakBitRate: Int
        var averageBitRate: Int?
        var videoAttributes: Video?
        var audioAttributes: Audio?
        var badges: [String]
        var url: String
    }

    struct OneRendition: Encodable {
        var type: String
        var group: String
        var name: String
        var language: String?
        var channels: String?
        var isDefault: Bool
        var url: String?
    }

    struct Segments: Encodable {
        var count: Int
        var seconds: Double
        var targetSeconds: Int
        var isLive: Bool
        /// Methods of encryption.
        var encryption: [String]
    }

    /// `master` or `media`.
    var kind: String
    var version: Int?
    var isIndependent: Bool
    var variants: [OneVariant]
    var renditions: [OneRendition]
    var iFrameStreams: Int
    /// Of a media playlist.
    var segments: Segments?

    init(_ playlist: Playlist, where predicate: VariantPredicate?) {
        switch playlist {
        case .master(let master):
            (kind, version, isIndependent, iFrameStreams) = ("master", master.version, master.isIndependent, master.iFrameStreams.count)
            variants = master.variants.filter { predicate?.holds(for: $0) ?? true }.map { OneVariant($0) }
            renditions = master.renditions.map { OneRendition($0) }
        case .media(let media):
            (kind, version, isIndependent, iFrameStreams, variants, renditions) = ("media", media.version, media.isIndependent, 0, [], [])
            let methods = Set(media.segments.flatMap(\.keys).map { $0.attributes["METHOD"] ?? "" })
            segments = Segments(
                count: media.segments.count, seconds: media.duration, targetSeconds: media.targetDuration, isLive: !media.hasEnded,
                encryption: methods.sorted())
        }
    }
}

extension StreamInspection.OneVariant {
    init(_ variant: Variant) {
        (number, name, peakBitRate, averageBitRate) = (variant.number, variant.name, variant.peakBitRate, variant.averageBitRate)
        videoAttributes = variant.videoAttributes.map { video in
            StreamInspection.Video(
                videoRange: video.videoRange.rawValue, nominalFrameRate: video.nominalFrameRate,
                presentationSize: video.presentationSize?.description, codecTypes: video.codecTypes)
        }
        audioAttributes = variant.audioAttributes.map { audio in
            StreamInspection.Audio(formatIDs: audio.formatIDs, isBinaural: audio.isBinaural, channelCount: audio.channelCount(), group: audio.group)
        }
        (badges, url) = (variant.badges.map(\.rawValue), variant.stream.uri)
    }
}

extension StreamInspection.OneRendition {
    init(_ rendition: Rendition) {
        (type, group, name, language) = (rendition.kind.rawValue, rendition.group, rendition.name, rendition.language)
        (channels, isDefault, url) = (rendition.attributes["CHANNELS"], rendition.isDefault, rendition.uri)
    }
}
