import CMedia
import CaptureKit
import Glibc

/// What libavformat's numbers mean, in one line that names the location and the remedy.
enum MediaFailure {
    /// It could not be opened.
    static func unopened(_ location: MediaLocation, _ status: Int32) -> CaptureError {
        let unsuitable = location.isLocal ? CaptureErrorCode.badChoice : .unsupported
        return switch status {
        case -EACCES, -EPERM, cmedia_error_unauthorized, cmedia_error_forbidden:
            CaptureError(.permissionDenied, "\(location) may not be read\(location.isLocal ? "" : ": the server wants a name and a password")")
        case -ENOENT, cmedia_error_not_found:
            CaptureError(location.isLocal ? .badChoice : .noScreen, "\(location) does not exist\(location.isLocal ? "" : " on its server")")
        case cmedia_error_end: CaptureError(unsuitable, "\(location) is empty, or ends before its first picture")
        case cmedia_error_invalid:
            CaptureError(
                unsuitable, "\(location) is not a video that libavformat can read, or only a part of one: an MP4 that was cut short has no index")
        case cmedia_error_no_protocol:
            CaptureError(.unsupported, "\(location) cannot be read: this machine's libavformat does not support what it needs")
        case cmedia_error_exit: CaptureError(.noDisplay, "\(location) did not answer within 10 s")
        case -ECONNREFUSED: CaptureError(.noDisplay, "\(location) cannot be read: no server listens there; check that it runs, on that port")
        // An unknown name ends like this, too.
        case -EIO where !location.isLocal:
            CaptureError(.noDisplay, "\(location) cannot be read: its server is unknown, or closed the connection; check the address")
        default: CaptureError(location.isLocal ? .noScreen : .noDisplay, "\(location) cannot be read: \(reason(status))")
        }
    }

    /// It had been opened, and stopped in the middle.
    static func stopped(_ location: MediaLocation, _ status: Int32) -> CaptureError {
        switch status {
        case -EPERM, -EACCES: CaptureError(.unsupported, "\(location) stopped: it leads to an address that may not be read")
        case cmedia_error_exit: CaptureError(.screenGone, "\(location) stopped: it sent nothing for 10 s")
        case -EIO where !location.isLocal:
            CaptureError(
                .screenGone,
                "\(location) stopped: the connection broke, or its server sends no parts of a file, which an MP4 with its index at the end needs")
        default: CaptureError(.screenGone, "\(location) stopped: \(reason(status))")
        }
    }

    /// A file that is no video but a text which names some.
    static func script(_ location: MediaLocation, _ kind: String) -> CaptureError {
        CaptureError(
            .badChoice,
            "\(location) is a playlist or a script (\(kind)): it names other files or addresses, which are not opened for it; give the video itself")
    }

    /// A file that wants others opened.
    static func scattered(_ location: MediaLocation) -> CaptureError {
        CaptureError(.badChoice, "\(location) names another file or address, which is not opened for it: give a video that is whole in one file")
    }

    /// There is no video stream in it.
    static func pictureless(_ location: MediaLocation, _ container: UnsafeMutablePointer<AVFormatContext>) -> CaptureError {
        let hasSound = av_find_best_stream(container, AVMEDIA_TYPE_AUDIO, -1, -1, nil, 0) >= 0
        return CaptureError(
            location.isLocal ? .badChoice : .unsupported,
            hasSound ? "\(location) has no pictures, only audio: play it with 'splitcast music play'" : "\(location) has no pictures")
    }

    private static func reason(_ status: Int32) -> String {
        var text = [CChar](repeating: 0, count: 128)
        av_strerror(status, &text, text.count)
        let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
