import CMedia
import CaptureKit
import Frames

/// Brings decoded pictures that no slot can hold (10 bits, 4:4:4, RGB in another order, …) into a format that one can: YUV stays
/// YUV, with its matrix and range, RGB stays RGB. Most videos do not need it. One thread.
final class PictureConverter {
    struct Format {
        let pixels: PixelFormat
        /// What libswscale is to make of it; as the picture is, where nothing needs to be done.
        let target: AVPixelFormat
        let needsConversion: Bool
    }

    private var scaler: OpaquePointer?

    deinit { sws_freeContext(scaler) }

    /// The format in which a slot gets this picture.
    func format(for frame: UnsafeMutablePointer<AVFrame>) -> Format {
        let own = AVPixelFormat(frame.pointee.format)
        let colour = YUVColour(of: frame)
        switch own {
        case AV_PIX_FMT_YUV420P, AV_PIX_FMT_YUVJ420P: return Format(pixels: .i420(colour), target: own, needsConversion: false)
        case AV_PIX_FMT_NV12: return Format(pixels: .nv12(colour), target: own, needsConversion: false)
        case AV_PIX_FMT_YUYV422: return Format(pixels: .yuyv(colour), target: own, needsConversion: false)
        case AV_PIX_FMT_BGR0, AV_PIX_FMT_BGRA: return Format(pixels: .bgrx, target: own, needsConversion: false)
        default: break
        }
        let facts = av_pix_fmt_desc_get(own)
        let isColour = (facts?.pointee.nb_components ?? 0) >= 3 && (facts?.pointee.flags ?? 0) & UInt64(AV_PIX_FMT_FLAG_RGB) == 0
        guard isColour else { return Format(pixels: .bgrx, target: AV_PIX_FMT_BGR0, needsConversion: true) }
        let target = colour.range == .full ? AV_PIX_FMT_YUVJ420P : AV_PIX_FMT_YUV420P
        return Format(pixels: .i420(colour), target: target, needsConversion: true)
    }

    /// - Parameter target: made when there is none that fits.
    /// - Throws: `.unsupported`, `.memory`.
    func convert(
        _ frame: UnsafeMutablePointer<AVFrame>, to format: Format, into target: inout UnsafeMutablePointer<AVFrame>?, name: String
    ) throws(CaptureError) {
        let (width, height) = (frame.pointee.width, frame.pointee.height)
        if target?.pointee.width != width || target?.pointee.height != height || target?.pointee.format != format.target.rawValue {
            av_frame_free(&target)
            target = av_frame_alloc()
            target?.pointee.width = width
            target?.pointee.height = height
            target?.pointee.format = format.target.rawValue
            guard let target, av_frame_get_buffer(target, 0) == 0 else { throw CaptureError(.memory, "there is no memory for a picture of \(name)") }
        }
        scaler = sws_getCachedContext(
            scaler, width, height, AVPixelFormat(frame.pointee.format), width, height, format.target,
            SWS_BILINEAR | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INP, nil, nil, nil)
        guard let scaler, let target else {
            throw CaptureError(.unsupported, "\(name) cannot be shown: its pixels are of a format that libswscale does not know")
        }
        keepColours(of: format, scaler)
        // SAFETY: both frames have the eight planes and strides that libswscale reads at most four of.
        let sources = UnsafeMutableRawPointer(mutating: UnsafeRawPointer(frame)).assumingMemoryBound(to: UnsafePointer<UInt8>?.self)
        let targets = UnsafeMutableRawPointer(target).assumingMemoryBound(to: UnsafeMutablePointer<UInt8>?.self)
        let status = withUnsafePointer(to: &frame.pointee.linesize) { sourceStrides in
            withUnsafePointer(to: &target.pointee.linesize) { targetStrides in
                sourceStrides.withMemoryRebound(to: Int32.self, capacity: 8) { sourceStrides in
                    targetStrides.withMemoryRebound(to: Int32.self, capacity: 8) { targetStrides in
                        sws_scale(scaler, sources, sourceStrides, 0, height, targets, targetStrides)
                    }
                }
            }
        }
        guard status > 0 else { throw CaptureError(.unsupported, "\(name) cannot be shown: libswscale refuses its pictures") }
    }

    /// The same matrix and range on both sides: what they are, the host is told.
    private func keepColours(of format: Format, _ scaler: OpaquePointer) {
        guard let colour = format.pixels.colour else { return }
        let matrix =
            switch colour.matrix {
            case .bt601: SWS_CS_ITU601
            case .bt709: SWS_CS_ITU709
            case .bt2020: SWS_CS_BT2020
            }
        let range: Int32 = colour.range == .full ? 1 : 0
        let coefficients = sws_getCoefficients(matrix)
        sws_setColorspaceDetails(scaler, coefficients, range, coefficients, range, 0, 1 << 16, 1 << 16)
    }
}
