import Delivery
public import Frames

/// What is known of the service behind an address, by its host's name: the highest bit rates of the picture that it takes.
///
/// Sources: Amazon IVS, "Streaming configuration" (STANDARD and ADVANCED channels: 8.5 Mb/s); Twitch, "Broadcasting guidelines"
/// (6 Mb/s, 1080p60); Google, "Choose live encoder settings, bitrates, and resolutions" (H.264, by size); Meta,
/// "Live Video API reference" (upper ends of the ranges, by size).
public struct StreamingService: Sendable, Hashable {
    private enum Kind { case twitch, ivs, youtube, facebook, other }

    private let kind: Kind

    /// The service's name; `nil` for a server that we know nothing of.
    public var name: String? {
        switch kind {
        case .twitch: "Twitch"
        case .ivs: "Amazon IVS"
        case .youtube: "YouTube"
        case .facebook: "Facebook"
        case .other: nil
        }
    }

    init(of url: TargetURL) { self.init(host: url.host ?? "") }

    /// - Parameter host: a name, without port.
    public init(host: String) {
        let host = host.lowercased()
        func isIn(_ domains: String...) -> Bool { domains.contains { host == $0 || host.hasSuffix("." + $0) } }
        if host == "ingest.global-contribute.live-video.net" || isIn("twitch.tv") {
            kind = .twitch
        } else if isIn("global-contribute.live-video.net", "global-bm.whip.live-video.net") {
            kind = .ivs
        } else if isIn("contribute.live-video.net") {
            kind = .twitch
        } else if isIn("youtube.com") {
            kind = .youtube
        } else if isIn("facebook.com", "fbcdn.net") {
            kind = .facebook
        } else {
            kind = .other
        }
    }

    /// Of the picture, in bits a second; `nil` where nothing is known.
    public func ceiling(_ size: PixelSize, framesPerSecond: Int) -> Int? {
        let isFast = framesPerSecond > 30
        switch kind {
        case .twitch: return 6_000_000
        case .ivs: return 8_500_000
        case .youtube:
            switch size.height {
            case 2160...: return isFast ? 35_000_000 : 30_000_000
            case 1440...: return isFast ? 24_000_000 : 15_000_000
            case 1080...: return isFast ? 12_000_000 : 10_000_000
            case 720...: return isFast ? 6_000_000 : 4_000_000
            default: return 4_000_000
            }
        case .facebook:
            switch size.height {
            case 1080...: return isFast ? 9_000_000 : 6_000_000
            case 720...: return isFast ? 6_000_000 : 4_000_000
            case 480...: return 2_000_000
            default: return 1_000_000
            }
        case .other: return nil
        }
    }

    /// The tallest picture that it takes; `nil` where nothing is known.
    var tallest: Int? {
        switch kind {
        case .twitch, .ivs, .facebook: 1080
        case .youtube: 2160
        case .other: nil
        }
    }
}
