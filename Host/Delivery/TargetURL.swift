public import Codec

/// The address of a target, parsed and checked. Printing it never shows a stream key.
public struct TargetURL: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    public enum Place: Hashable, Sendable {
        case rtmp(isSecure: Bool)
        case srt
        /// MPEG-TS in datagrams, to whoever listens: no answer ever comes.
        case udp
        case file(Container)
        /// A playlist and its segments in the playlist's directory.
        case hls
        /// The same, put on an HTTP server.
        case httpHLS(isSecure: Bool)
    }

    public let place: Place
    /// The address with keys, passwords and tokens replaced by `***`: what logs, status and events show.
    public let masked: String
    /// The whole address or path. Secret.
    package let text: String
    /// What must not be shown, longest first.
    package let secrets: [String]

    package init(_ place: Place, text: String, masked: String, secrets: [String]) {
        (self.place, self.text, self.masked) = (place, text, masked)
        self.secrets = Set(secrets.filter { !$0.isEmpty }).sorted { $0.count > $1.count }
    }

    /// What follows `://`; the whole of a path. Secret.
    package var afterScheme: String { text.firstRange(of: "://").map { String(text[$0.upperBound...]) } ?? text }

    /// On this machine's disk.
    package var isLocal: Bool {
        switch place {
        case .file, .hls: true
        case .rtmp, .srt, .udp, .httpHLS: false
        }
    }

    /// By TLS, so that there is a certificate to look at.
    public var isEncrypted: Bool {
        switch place {
        case .rtmp(let isSecure), .httpHLS(let isSecure): isSecure
        case .srt, .udp, .file, .hls: false
        }
    }

    /// One file that must not be begun twice.
    package var isRecording: Bool { if case .file = place { true } else { false } }

    public var description: String { masked }

    public var customMirror: Mirror { Mirror(self, children: ["masked": masked]) }

    /// `words` with every secret of this address replaced.
    public func masking(_ words: String) -> String {
        var words = words
        for secret in secrets { words = words.replacing(secret, with: "***") }
        return words
    }
}
