import CMedia
import CaptureKit
import Frames
import Glibc

/// The memory of one decoded picture, used again and again. One thread at a time: it is handed over through a ring.
final class DecodedPicture: @unchecked Sendable {
    // @unchecked: rings decide whose it is.
    /// As it was decoded.
    let frame: UnsafeMutablePointer<AVFrame>
    /// In a format that a slot can have, where `frame` is in another.
    private var converted: UnsafeMutablePointer<AVFrame>?
    private var isConverted = false
    private(set) var geometry: FrameGeometry
    private(set) var orientation = Orientation.up
    /// When it is to be shown, counted from the first picture.
    var time = Duration.zero

    /// - Throws: `.memory`.
    init() throws(CaptureError) {
        guard let frame = av_frame_alloc(), let smallest = FrameGeometry(size: PixelSize(width: 2, height: 2)) else {
            throw CaptureError(.memory, "there is no memory for a picture")
        }
        (self.frame, geometry) = (frame, smallest)
    }

    deinit {
        var own: UnsafeMutablePointer<AVFrame>? = frame
        av_frame_free(&own)
        av_frame_free(&converted)
    }

    /// To be called when `frame` holds a new picture: finds out what it is, and converts it where no slot can hold it as it is.
    ///
    /// - Throws: `.unsupported` when it is too large, or of a kind that cannot be converted.
    func prepare(_ converter: PictureConverter, orientation: Orientation, name: String) throws(CaptureError) {
        let size = PixelSize(width: Int(frame.pointee.width), height: Int(frame.pointee.height))
        let format = converter.format(for: frame)
        if geometry.size != size || geometry.format != format.pixels {
            guard let next = FrameGeometry(size: size, format: format.pixels) else {
                throw CaptureError(.unsupported, "\(name) is \(size): at most 16384 pixels a side and 67 million in all can be shown")
            }
            geometry = next
        }
        self.orientation = orientation
        if let matrix = av_frame_get_side_data(frame, AV_FRAME_DATA_DISPLAYMATRIX) {
            self.orientation = Orientation(displayMatrix: UnsafeRawPointer(matrix.pointee.data))
        }
        isConverted = format.needsConversion
        if isConverted { try converter.convert(frame, to: format, into: &converted, name: name) }
    }

    /// Copies the planes into a slot of `geometry`. Allocates nothing.
    func copy(into slot: UnsafeMutableRawPointer) {
        let source = isConverted ? converted ?? frame : frame
        for index in 0..<geometry.planeCount {
            let plane = geometry.plane(index)
            guard let rows = Self.plane(index, of: source) else { return }
            let (stride, target) = (Self.strideBytes(index, of: source), slot + plane.offsetBytes)
            for row in 0..<plane.rows { memcpy(target + row * plane.strideBytes, rows + row * stride, plane.rowBytes) }
        }
    }

    private static func plane(_ index: Int, of frame: UnsafeMutablePointer<AVFrame>) -> UnsafeMutablePointer<UInt8>? {
        switch index {
        case 0: frame.pointee.data.0
        case 1: frame.pointee.data.1
        default: frame.pointee.data.2
        }
    }

    private static func strideBytes(_ index: Int, of frame: UnsafeMutablePointer<AVFrame>) -> Int {
        switch index {
        case 0: Int(frame.pointee.linesize.0)
        case 1: Int(frame.pointee.linesize.1)
        default: Int(frame.pointee.linesize.2)
        }
    }
}
