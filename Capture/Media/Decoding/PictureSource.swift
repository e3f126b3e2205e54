import CMedia
import CaptureKit
import Frames

/// Decoded pictures, one after the other: from a file, an address, or a camera that compresses.
///
/// Belongs to one thread at a time, which it blocks; the `Patience` that it is opened with ends that from any other.
protocol PictureSource: AnyObject {
    /// For people.
    var name: String { get }
    /// Pictures are to be shown as they come; else by their times.
    var isLive: Bool { get }
    /// How its pictures must be turned, where they do not say so themselves.
    var orientation: Orientation { get }
    /// How long a picture stays where the source does not say.
    var frameDuration: Duration { get }

    /// The next picture, into `frame`, which is empty.
    /// - Returns: false at the end.
    func next(into frame: UnsafeMutablePointer<AVFrame>) throws(CaptureError) -> Bool

    /// When a picture is to be shown, in the source's own time; `nil` when it does not say.
    func time(of frame: UnsafeMutablePointer<AVFrame>) -> Duration?

    /// Begins again. Only where `isLive` is false.
    func rewind() throws(CaptureError)
}

extension PictureSource {
    /// It is over before its first picture.
    var isPictureless: CaptureError { CaptureError(.unsupported, "\(name) holds no picture that can be decoded") }
}
