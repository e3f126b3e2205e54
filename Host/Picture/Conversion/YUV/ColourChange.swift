import Frames

/// From one matrix and range of YUV to the canvas's, as the kernel wants it: in 14 fractional bits.
///
/// Derived from the definitions: to red, green and blue by the one matrix, back by the other, as a single linear map. The
/// primaries and the transfer function are left as they are, as all players leave them between BT.601 and BT.709.
struct ColourChange: Hashable, Sendable {
    let lumaFromLuma: Int32
    let lumaFromBlue: Int32
    let lumaFromRed: Int32
    let lumaBias: Int32
    let blueFromBlue: Int32
    let blueFromRed: Int32
    let redFromBlue: Int32
    let redFromRed: Int32

    /// `nil` when there is nothing to change.
    init?(from colour: YUVColour, to target: YUVColour = .canvas) {
        guard colour != target else { return nil }
        // What a step of each chroma does to luma and chroma of the other matrix.
        let blue = Self.converted(blue: 1 / colour.range.chromaSteps, red: 0, from: colour.matrix, to: target.matrix)
        let red = Self.converted(blue: 0, red: 1 / colour.range.chromaSteps, from: colour.matrix, to: target.matrix)
        let (luma, chroma) = (target.range.lumaSteps, target.range.chromaSteps)
        let unity = 16384.0
        func fixed(_ value: Double) -> Int32 { Int32(clamping: (value * unity).rounded()) }
        let gain = luma / colour.range.lumaSteps
        lumaFromLuma = fixed(gain)
        lumaFromBlue = fixed(blue.luma * luma)
        lumaFromRed = fixed(red.luma * luma)
        lumaBias = fixed(target.range.black - gain * colour.range.black + 0.5)
        blueFromBlue = fixed(blue.blue * chroma)
        blueFromRed = fixed(red.blue * chroma)
        redFromBlue = fixed(blue.red * chroma)
        redFromRed = fixed(red.red * chroma)
    }

    /// Chroma of one matrix, with no luma, in terms of another.
    private static func converted(
        blue: Double, red: Double, from source: YUVColour.Matrix, to target: YUVColour.Matrix
    ) -> (luma: Double, blue: Double, red: Double) {
        let (kr, kb) = source.shares
        let (r, b) = (2 * (1 - kr) * red, 2 * (1 - kb) * blue)
        let g = -(kr * r + kb * b) / (1 - kr - kb)
        let (targetKr, targetKb) = target.shares
        let luma = targetKr * r + (1 - targetKr - targetKb) * g + targetKb * b
        return (luma, (b - luma) / (2 * (1 - targetKb)), (r - luma) / (2 * (1 - targetKr)))
    }
}

extension YUVColour.Matrix {
    /// The shares of red and blue in luma, as ITU-R BT.601, BT.709 and BT.2020 define them.
    fileprivate var shares: (red: Double, blue: Double) {
        switch self {
        case .bt601: (0.299, 0.114)
        case .bt709: (0.2126, 0.0722)
        case .bt2020: (0.2627, 0.0593)
        }
    }
}

extension YUVColour.Range {
    fileprivate var black: Double { self == .limited ? 16 : 0 }
    fileprivate var lumaSteps: Double { self == .limited ? 219 : 255 }
    fileprivate var chromaSteps: Double { self == .limited ? 224 : 255 }
}
