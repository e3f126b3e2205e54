public import Codec
package import Protocols

/// How a target behaves. The defaults suit live streaming.
public struct TargetSettings: Sendable, Hashable {
    /// When a lost target is tried again.
    public var reconnect = ReconnectPolicy.standard
    /// Each attempt to connect again has a higher number at its key, so that the service lets it take over (features I-38).
    public var takesOver = false
    /// Supplies a fresh address when the one at hand is used up, or refused; not for targets on this machine's disk.
    public var hook: AddressHook?
    /// For connecting, handshake and publishing together.
    public var connectLimit: Duration = .seconds(10)
    /// For each phase of connecting: finding the host, reaching it, encrypting, greeting, being accepted.
    public var phaseLimit: Duration = .seconds(5)
    /// A server that takes nothing for so long is left and connected to anew.
    public var stallLimit: Duration = .seconds(10)
    /// What a clean stop may take.
    public var drainLimit: Duration = .seconds(2)
    /// The most media that waits; `nil` chooses 3 s and 4 MiB for networks, 20 s and 64 MiB for files.
    public var queueSpan: Duration?
    public var queueBytes: Int?
    /// A recording may replace a file that exists.
    public var overwrites = false
    /// A recording goes on in a file of its own, numbered, whenever this is reached.
    public var split: RecordingSplit?
    /// Older files of a recording whose names differ give way; `nil` keeps all.
    public var keep: RecordingKeep?
    /// A recording ends before its disk has less room than this; `nil` fills the disk.
    public var minFreeBytes: Int?
    /// Of picture and audio together: what the kernel may hold follows from it.
    public var bitsPerSecond = 4_700_000
    /// Between two key frames of the encoder; HLS announces it as its segments' length.
    public var keyframeInterval: Duration = .seconds(2)
    /// HLS: what segments are packed in, `.mpegts` or `.mp4`. In MPEG-TS no picture says how long it lasts: a browser's parser holds back
    /// five or six until it knows, which are three seconds of a picture that stands still.
    public var segmentContainer = Container.mpegts
    /// HLS: segments in the playlist.
    public var playlistLength = 6
    /// HLS: what the target is of a ladder; `nil` for a playlist by itself.
    public var rendition: LadderRendition?
    /// HLS: whose requests are signed for S3, by their hosts.
    public var s3: [String: S3Credentials] = [:]
    /// PEM file of authorities to trust instead of the system's.
    public var certificates: String?
    /// Takes any certificate: anyone who sits in between may read the stream and its key.
    public var isCertificateUnchecked = false

    public init() {}

    /// What a connection over TCP has of it.
    package var connection: ConnectionSettings {
        var settings = ConnectionSettings()
        settings.security = .tls(caFile: certificates, isInsecure: isCertificateUnchecked)
        (settings.phaseLimit, settings.stallLimit, settings.bitsPerSecond) = (phaseLimit, stallLimit, bitsPerSecond)
        return settings
    }

    /// Reads a file of authorities as a connection would.
    ///
    /// - Throws: `.badSetting` when it cannot be read or holds no certificate.
    public static func check(certificates file: String) throws(DeliveryError) {
        do throws(NetworkError) { try TrustedAuthorities.check(file) } catch { throw DeliveryError(.badSetting, "--tls-ca", from: error) }
    }
}
