public import Platform

public typealias DeliveryError = Fault<DeliveryErrorCode>

/// Why packets do not get where they should. Never holds a stream key: texts are masked before they come here.
public enum DeliveryErrorCode: String, Hashable, Sendable, CaseIterable {
    /// The address of a target makes no sense; the message says which part and gives the right form.
    case badURL
    /// No such host, or no way there.
    case unreachable
    /// Nothing listens at that port.
    case refused
    /// The server answered and said no, without a reason that we know.
    case rejected
    /// The server does not know the stream key, or the password or passphrase is wrong.
    case badKey
    /// Someone streams with this key already.
    case busy
    /// The account or address is barred, or has as many streams as it may.
    case blocked
    /// The address was good for some time only, which is over.
    case expired
    case timedOut
    /// The server's certificate could not be verified.
    case certificate
    /// A connection that had worked broke.
    case lost
    case diskFull
    /// No permission, no such directory, a read-only file system.
    case notWritable
    /// The recording would overwrite a file.
    case exists
    /// This or another host of this machine streams there already.
    case taken
    /// No target has that number.
    case unknownTarget
    /// It makes sense, but not in the state that the target is in.
    case notNow
    /// This libavformat lacks the protocol.
    case notAvailable
    /// The muxer refused the packets.
    case media
    /// It does not take the codec of the picture or of the audio; the message says what to give instead.
    case codec
    /// A bit rate, policy or other choice makes no sense; the message says which and gives the right form.
    case badSetting
}

extension DeliveryError {
    /// True when trying again may help without anything being changed.
    public var isRetriable: Bool {
        switch code {
        case .unreachable, .refused, .timedOut, .lost, .busy: true
        case .badURL, .rejected, .badKey, .blocked, .expired, .certificate, .diskFull, .notWritable, .exists, .taken, .unknownTarget, .notNow,
            .notAvailable, .media, .codec, .badSetting:
            false
        }
    }
}
