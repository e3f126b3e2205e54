/// A service whose address is known. What they publish for encoders, seen in November 2026; the key follows.
public enum StreamService: String, Hashable, Sendable, CaseIterable {
    case twitch, youtube, facebook, kick, trovo, restream

    public static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }

    /// In any case of letters; `nil` for one that is not known.
    public init?(named name: String) { self.init(rawValue: name.lowercased()) }

    private var server: String {
        switch self {
        case .twitch: "rtmps://live.twitch.tv:443/app/"
        case .youtube: "rtmps://a.rtmps.youtube.com:443/live2/"
        case .facebook: "rtmps://rtmp-api.facebook.com:443/rtmp/"
        case .kick: "rtmps://fa723fc1b171.global-contribute.live-video.net:443/app/"
        case .trovo: "rtmp://livepush.trovo.live/live/"
        case .restream: "rtmp://live.restream.io/live/"
        }
    }

    /// - Parameter key: space around it does no harm: people copy it along.
    /// - Returns: `nil` where that is no key, which is one word of ASCII characters.
    public func address(withKey key: String) -> String? {
        let key = Self.trimmed(key)
        guard !key.isEmpty, key.allSatisfy({ $0.isASCII && !$0.isWhitespace && $0 != "\0" }) else { return nil }
        return server + key
    }

    private static func trimmed(_ text: String) -> Substring {
        var text = text[...].drop(while: \.isWhitespace)
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }
}
