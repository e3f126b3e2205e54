/// How stamps are cut out of a decoded picture, as an ffmpeg(1) filter: 64 × 20 grey pixels, four by four to a cell.
struct StampCrop {
    /// Where the screen's top left corner is in the picture, and how much smaller than the screen it is shown.
    var x = 0
    var y = 0
    var scale = 1.0

    static let frameBytes = 64 * 20

    var filter: String {
        let (width, height) = (Int((256 * scale).rounded()), Int((80 * scale).rounded()))
        return "crop=\(width):\(height):\(x):\(y):exact=1,scale=64:20:flags=area,format=gray"
    }

    /// The stamp in one frame that `filter` made.
    static func stamp(in frame: some RandomAccessCollection<UInt8>) -> Stamp? {
        let pixels = Array(frame)
        let cells = (0..<5).flatMap { row in
            (0..<16).map { column in
                let corner = (row * 4 + 1) * 64 + column * 4 + 1
                let sum = Int(pixels[corner]) + Int(pixels[corner + 1]) + Int(pixels[corner + 64]) + Int(pixels[corner + 65])
                return UInt8(sum / 4)
            }
        }
        return Stamp(cells: cells)
    }
}
