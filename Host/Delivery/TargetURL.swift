public import Codec

/// The address of a target, parsed and checked. Printing it never shows a stream key.
public struct TargetURL: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    public enum Kind: Hashable, Sendable {
        case rtmp(isSecure: Bool)
        case srt
        /// MPEG-TS in datagrams, to anyone who listens: no answer ever comes.
        case udp
        case file(Container)
        /// A playlist and its segments in the playlist's directory.
        case hls
        /// The same, put on an HTTP server.
        case httpHLS(isSecure: Bool)
    }

    public let kind: Kind
    /// The address with keys, passwords and tokens replaced by `***`: what logs, status and events show.
    public let masked: String
    /// The whole address or path. Secret.
    package let text: String
    /// What must not be shown.
    package let secrets: [String]
    /// Whether it is a recording whose files get the time at which they begin into their names, by conversions of strftime(3).
    public let namesFollowTime: Bool

    package init(_ kind: Kind, text: String, masked: String, secrets: [String], namesFollowTime: Bool = false) {
        (self.kind, self.text, self.masked, self.namesFollowTime) = (kind, text, masked, namesFollowTime)
        self.secrets = secrets.filter { !$0.isEmpty }
    }

    /// What follows `://`; the whole of a path. Secret.
    package var afterScheme: String { text.firstRange(of: "://").map { String(text[$0.upperBound...]) } ?? text }

    /// On this machine's disk.
    package var isLocal: Bool {
        switch kind {
        case .file, .hls: true
        case .rtmp, .srt, .udp, .httpHLS: false
        }
    }

    /// By TLS, so that there is a certificate to look at.
    public var isEncrypted: Bool {
        switch kind {
        case .rtmp(let isSecure), .httpHLS(let isSecure): isSecure
        case .srt, .udp, .file, .hls: false
        }
    }

    /// One file that must not be begun twice.
    package var isRecording: Bool { if case .file = kind { true } else { false } }

    public var description: String { masked }

    public var customMirror: Mirror { Mirror(self, children: ["masked": masked]) }
}
