import Frames

extension PixelSize {
    /// How many macroblocks of 16 × 16 cover a picture.
    var macroblocks: (columns: Int, rows: Int) { ((width + 15) / 16, (height + 15) / 16) }
}
