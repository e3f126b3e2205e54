import CPipeWire
import CaptureKit
import Frames
import Platform

// What libpipewire's structs say, as types of our own: nothing beyond this file reads them.

extension StreamFormat {
    init?(_ format: cpw_format) {
        let arrangement: Arrangement
        switch cpw_pixels(format.pixels) {
        case CPW_BGRX: arrangement = .bgrx
        case CPW_RGBX: arrangement = .rgbx
        case CPW_XRGB: arrangement = .xrgb
        case CPW_XBGR: arrangement = .xbgr
        // The planes of YV12 are handed over in the order of I420.
        case CPW_I420, CPW_YV12: arrangement = .i420
        case CPW_NV12: arrangement = .nv12
        case CPW_NV21: arrangement = .nv21
        case CPW_P010: arrangement = .p010
        case CPW_YUY2: arrangement = .yuy2
        case CPW_UYVY: arrangement = .uyvy
        case CPW_YVYU: arrangement = .yvyu
        case CPW_Y42B: arrangement = .y42b
        case CPW_GRAY8: arrangement = .grey
        case CPW_RGB: arrangement = .rgb
        case CPW_BGR: arrangement = .bgr
        default: return nil
        }
        let matrix: YUVColour.Matrix? =
            switch cpw_matrix(format.matrix) {
            case CPW_BT601: .bt601
            case CPW_BT709: .bt709
            case CPW_BT2020: .bt2020
            default: nil
            }
        let range: YUVColour.Range? =
            switch cpw_range(format.range) {
            case CPW_FULL: .full
            case CPW_LIMITED: .limited
            default: nil
            }
        self.init(size: PixelSize(width: Int(format.width), height: Int(format.height)), arrangement, matrix: matrix, range: range)
    }
}

extension FrameEvent {
    init(_ frame: UnsafePointer<cpw_frame>, _ format: StreamFormat) {
        self.init(buffer: frame.pointee.buffer, size: format.size)
        (hasPicture, hasPointer) = (frame.pointee.has_picture, frame.pointee.has_pointer)
        if frame.pointee.has_crop { crop = PixelRectangle(frame.pointee.crop) }
        if frame.pointee.time > 0 { time = MediaTime(nanoseconds: frame.pointee.time) }
        if frame.pointee.has_sequence { sequence = frame.pointee.sequence }
        orientation = Orientation(transform: frame.pointee.transform)
        withUnsafeBytes(of: frame.pointee.planes) { bytes in
            for (index, plane) in bytes.bindMemory(to: cpw_plane.self).enumerated() {
                planes[index] = StreamPlanes.Plane(pixels: plane.pixels.map { UnsafeRawPointer($0) }, strideBytes: plane.stride)
            }
        }
        guard frame.pointee.damage_count > 0 else { return }
        var changed = Damage()
        withUnsafeBytes(of: frame.pointee.damage) { bytes in
            for rectangle in bytes.bindMemory(to: cpw_rectangle.self).prefix(Int(frame.pointee.damage_count)) {
                changed.add(PixelRectangle(rectangle))
            }
        }
        damage = changed
    }
}

extension PointerSight {
    /// `nil` when the buffer says nothing of the pointer.
    init?(_ frame: UnsafePointer<cpw_frame>) {
        guard frame.pointee.has_pointer else { return nil }
        isVisible = frame.pointee.pointer_visible
        position = PointerPosition(x: Int(frame.pointee.pointer_x), y: Int(frame.pointee.pointer_y))
        if frame.pointee.image_is_empty { image = .empty }
        guard let pixels = frame.pointee.image else { return }
        let order: Image.Order =
            switch cpw_image(frame.pointee.image_pixels) {
            case CPW_IMAGE_RGBA: .rgba
            case CPW_IMAGE_ARGB: .argb
            case CPW_IMAGE_ABGR: .abgr
            default: .bgra
            }
        image = .pixels(
            Image(
                size: PixelSize(width: Int(frame.pointee.image_width), height: Int(frame.pointee.image_height)),
                hotSpot: PointerPosition(x: Int(frame.pointee.hot_x), y: Int(frame.pointee.hot_y)), pixels: UnsafeRawPointer(pixels),
                strideBytes: frame.pointee.image_stride, order: order))
    }
}

extension PixelRectangle {
    init(_ rectangle: cpw_rectangle) {
        self.init(x: Int(rectangle.x), y: Int(rectangle.y), width: Int(rectangle.width), height: Int(rectangle.height))
    }
}
