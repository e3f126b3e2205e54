import CMedia
import Frames

extension YUVColour {
    /// As the picture says; where it does not, as players take it: high definition is BT.709, what is smaller BT.601, the
    /// range limited.
    init(of frame: UnsafeMutablePointer<AVFrame>) {
        let isHighDefinition = frame.pointee.width >= 1280 || frame.pointee.height >= 720
        let matrix: Matrix =
            switch frame.pointee.colorspace {
            case AVCOL_SPC_BT709: .bt709
            case AVCOL_SPC_BT2020_NCL, AVCOL_SPC_BT2020_CL: .bt2020
            case AVCOL_SPC_BT470BG, AVCOL_SPC_SMPTE170M, AVCOL_SPC_FCC: .bt601
            default: isHighDefinition ? .bt709 : .bt601
            }
        let isFull =
            switch AVPixelFormat(frame.pointee.format) {
            case AV_PIX_FMT_YUVJ420P, AV_PIX_FMT_YUVJ422P, AV_PIX_FMT_YUVJ444P, AV_PIX_FMT_YUVJ440P, AV_PIX_FMT_YUVJ411P: true
            default: frame.pointee.color_range == AVCOL_RANGE_JPEG
            }
        self.init(matrix: matrix, range: isFull ? .full : .limited)
    }
}
