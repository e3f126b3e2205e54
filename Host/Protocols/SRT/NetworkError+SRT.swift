import CSRT

extension NetworkError {
    /// A listener's no, or none at all.
    ///
    /// - Parameters:
    ///   - reason: `SRT_REJ_…` of libsrt, `SRT_REJX_…` of the listener's access rules, or a number of its own from 2000 on.
    ///   - isEncrypted: whether we have a passphrase.
    init(srtRefusal reason: Int32, isEncrypted: Bool) {
        let (code, text) = Self.known(reason, isEncrypted) ?? Self.unknown(reason)
        self.init(code, text)
    }

    private static func known(_ reason: Int32, _ isEncrypted: Bool) -> (Code, String)? {
        reason < SRT_REJC_PREDEFINED ? ofLibrary(reason, isEncrypted) : ofListener(reason)
    }

    private static func ofLibrary(_ reason: Int32, _ isEncrypted: Bool) -> (Code, String)? {
        switch SRT_REJECT_REASON(UInt32(max(0, reason))) {
        case SRT_REJ_BADSECRET: (.badKey, "the passphrase is not the listener's: check passphrase=")
        case SRT_REJ_UNSECURE:
            (
                .badKey,
                isEncrypted
                    ? "the listener accepts no encrypted stream: leave out passphrase=" : "the listener wants a passphrase: add passphrase=WORDS"
            )
        case SRT_REJ_TIMEOUT: (.timedOut, "nothing answers there: is an SRT listener running, and does the firewall let UDP through?")
        case SRT_REJ_BACKLOG, SRT_REJ_RESOURCE: (.busy, "the listener accepts no further caller at the moment")
        case SRT_REJ_PEER: (.rejected, "the listener refused the stream without a reason; check streamid")
        case SRT_REJ_VERSION: (.rejected, "the listener wants another version of SRT")
        case SRT_REJ_ROGUE: (.rejected, "what answers there does not speak SRT as it should")
        case SRT_REJ_CONGESTION, SRT_REJ_FILTER, SRT_REJ_MESSAGEAPI, SRT_REJ_GROUP:
            (
                .rejected,
                "the listener does not accept a live stream sent like this (\(String(cString: srt_rejectreason_str(reason)))): check the options"
            )
        default: nil
        }
    }

    /// The numbers follow HTTP's.
    private static func ofListener(_ reason: Int32) -> (Code, String)? {
        switch reason {
        case SRT_REJX_UNAUTHORIZED: (.badKey, "the listener does not let this streamid in: check it and its password")
        case SRT_REJX_NOTFOUND, SRT_REJX_HOSTNOTFOUND, SRT_REJX_FILEPATH: (.badKey, "the listener does not know what streamid names")
        case SRT_REJX_FORBIDDEN: (.blocked, "the listener denies access to what streamid names")
        case SRT_REJX_CONFLICT, SRT_REJX_LOCKED: (.busy, "another client already streams to this streamid")
        case SRT_REJX_OVERLOAD: (.busy, "the listener is overloaded, or the account has used up what it may")
        case SRT_REJX_NOROOM: (.blocked, "the listener has no room left for the stream")
        case SRT_REJX_ISE, SRT_REJX_GW, SRT_REJX_DOWN: (.unreachable, "the service behind the listener is down at the moment")
        case SRT_REJX_BAD_REQUEST, SRT_REJX_KEY_NOTSUP, SRT_REJX_UNIMPLEMENTED: (.rejected, "the listener cannot read streamid: check its form")
        case SRT_REJX_BAD_MODE: (.rejected, "the listener does not accept a publisher there: check m= of streamid")
        case SRT_REJX_UNACCEPTABLE, SRT_REJX_NOTSUP_MEDIA: (.rejected, "the listener does not accept this kind of stream")
        case SRT_REJX_VERSION: (.rejected, "the listener wants another version of SRT")
        default: nil
        }
    }

    private static func unknown(_ reason: Int32) -> (Code, String) {
        if reason >= SRT_REJC_PREDEFINED { return (.rejected, "the listener refused the stream, with its own reason \(reason); check streamid") }
        return (.unreachable, "no connection to the listener (\(String(cString: srt_rejectreason_str(reason))))")
    }
}
