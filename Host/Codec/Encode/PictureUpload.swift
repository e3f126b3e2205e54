import CLibAV
import Picture

/// Pictures in the form that an encoder takes: as they are, with both colours interleaved, or that in a device's memory. Belongs to one thread.
final class PictureUpload {
    enum Form: Hashable {
        case planes
        case interleaved
        /// VAAPI: in surfaces of the device at this path, of the first one that works where it is `nil`.
        case surface(device: String?)

        init(of encoder: String, device: String?) {
            self = encoder.hasSuffix("_vaapi") ? .surface(device: device) : encoder.hasSuffix("_qsv") ? .interleaved : .planes
        }
    }

    /// Of the pictures as the encoder gets them.
    var format: AVPixelFormat {
        switch form {
        case .planes: sampling.format
        case .interleaved: AV_PIX_FMT_NV12
        case .surface: AV_PIX_FMT_VAAPI
        }
    }

    private let form: Form
    /// Full in planes alone.
    private let sampling: ChromaSampling
    /// Lent, or filled by us.
    private let frame: UnsafeMutablePointer<AVFrame>
    private let surface: UnsafeMutablePointer<AVFrame>
    /// Of the device; `nil` without one.
    private(set) var surfaces: UnsafeMutablePointer<AVBufferRef>?
    /// As many as may be in the encoder at a time.
    private static let mostSurfaces: Int32 = 8

    init(_ form: Form, _ settings: VideoSettings) throws(CodecError) {
        (self.form, sampling) = (form, settings.sampling)
        frame = try libavObject("av_frame_alloc", av_frame_alloc())
        surface = try libavObject("av_frame_alloc", av_frame_alloc())
        (frame.pointee.width, frame.pointee.height) = (Int32(settings.size.width), Int32(settings.size.height))
        guard form != .planes else {
            frame.pointee.format = sampling.format.rawValue
            return
        }
        frame.pointee.format = AV_PIX_FMT_NV12.rawValue
        try libav("av_frame_get_buffer", av_frame_get_buffer(frame, 0))
        guard case .surface(let device) = form else { return }
        surfaces = try Self.surfaces(settings, on: device)
    }

    deinit {
        var (frame, surface): (UnsafeMutablePointer<AVFrame>?, UnsafeMutablePointer<AVFrame>?) = (frame, surface)
        av_frame_free(&frame)
        av_frame_free(&surface)
        av_buffer_unref(&surfaces)
    }

    /// The picture for the encoder; valid until the next call, and as long as `picture` where it is taken as it is.
    func frame(of picture: I420View) throws(CodecError) -> UnsafeMutablePointer<AVFrame> {
        guard form != .planes else {
            try lend(picture)
            return frame
        }
        // The encoder may still hold the one before.
        try libav("av_frame_make_writable", av_frame_make_writable(frame))
        interleave(picture)
        guard let surfaces else { return frame }
        av_frame_unref(surface)
        try libav("av_hwframe_get_buffer", av_hwframe_get_buffer(surfaces, surface, 0))
        try libav("av_hwframe_transfer_data", av_hwframe_transfer_data(surface, frame, 0))
        return surface
    }

    private func lend(_ picture: I420View) throws(CodecError) {
        let chroma = try picture.chroma(sampling)
        (frame.pointee.data.0, frame.pointee.data.1, frame.pointee.data.2) = (picture.luma, chroma.blue, chroma.red)
        frame.pointee.linesize.0 = Int32(picture.lumaStrideBytes)
        frame.pointee.linesize.1 = Int32(chroma.strideBytes)
        frame.pointee.linesize.2 = Int32(chroma.strideBytes)
    }

    private func interleave(_ picture: I420View) {
        guard let luma = frame.pointee.data.0, let colours = frame.pointee.data.1 else { return }
        for y in 0..<picture.size.height {
            (luma + y * Int(frame.pointee.linesize.0)).update(from: picture.luma + y * picture.lumaStrideBytes, count: picture.size.width)
        }
        for y in 0..<picture.size.height / 2 {
            let row = colours + y * Int(frame.pointee.linesize.1)
            let (blue, red) = (picture.blueChroma + y * picture.chromaStrideBytes, picture.redChroma + y * picture.chromaStrideBytes)
            for x in 0..<picture.size.width / 2 { (row[2 * x], row[2 * x + 1]) = (blue[x], red[x]) }
        }
    }

    private static func surfaces(_ settings: VideoSettings, on path: String?) throws(CodecError) -> UnsafeMutablePointer<AVBufferRef> {
        var device: UnsafeMutablePointer<AVBufferRef>?
        try libav("av_hwdevice_ctx_create", av_hwdevice_ctx_create(&device, AV_HWDEVICE_TYPE_VAAPI, path, nil, 0))
        defer { av_buffer_unref(&device) }
        var made = try libavObject("av_hwframe_ctx_alloc", av_hwframe_ctx_alloc(device)) as UnsafeMutablePointer<AVBufferRef>?
        let pool = UnsafeMutableRawPointer(made!.pointee.data!).assumingMemoryBound(to: AVHWFramesContext.self)
        (pool.pointee.format, pool.pointee.sw_format) = (AV_PIX_FMT_VAAPI, AV_PIX_FMT_NV12)
        (pool.pointee.width, pool.pointee.height) = (Int32(settings.size.width), Int32(settings.size.height))
        pool.pointee.initial_pool_size = mostSurfaces
        do throws(CodecError) { try libav("av_hwframe_ctx_init", av_hwframe_ctx_init(made)) } catch {
            av_buffer_unref(&made)
            throw error
        }
        return made!
    }
}
