import CaptureKit
import Frames

/// What a copy looks like in memory, as the compositor wants it: nothing of it is ours to choose.
struct CopyLooks: Hashable {
    /// `wl_shm.format`: 0 and 1, or a fourcc code of DRM.
    let format: UInt32
    let size: PixelSize
    let strideBytes: Int

    /// - Throws: `.unsupported` for pixels that no frame can hold.
    func geometry() throws(CaptureError) -> FrameGeometry {
        guard let pixels = Self.pixels[format] else {
            throw CaptureError(
                .unsupported,
                "the compositor copies its screen as \(formatName); capture needs XR24 or AR24 (blue, green, red): "
                    + "capture it through its portal, with splitcast-capture-pipewire")
        }
        guard let geometry = FrameGeometry(size: size, format: pixels, strideBytes: strideBytes) else {
            throw CaptureError(
                .unsupported,
                "\(size) is more than a frame may have (\(FrameGeometry.largestSide) pixels a side, \(FrameGeometry.mostPixels) in all); "
                    + "choose a part of it with --region WxH+X+Y")
        }
        return geometry
    }

    /// Alpha of a screen says nothing.
    private static let pixels: [UInt32: PixelFormat] = [0: .bgrx, 1: .bgrx]

    /// As DRM names formats, by four letters.
    private var formatName: String {
        String(decoding: (0..<4).map { UInt8(truncatingIfNeeded: format >> ($0 * 8)) }, as: UTF8.self)
    }
}
