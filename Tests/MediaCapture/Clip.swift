import Fixtures
import Frames

/// A video file without compression (YUV4MPEG2), every byte of it known; gone with its owner.
final class Clip {
    let path: String
    let size: PixelSize
    /// For each picture its three planes, one after the other.
    let pictures: [[UInt8]]
    private let scratch: Scratch

    /// - Parameters:
    ///   - kind: the arrangement, as the file names it, such as `420jpeg`, `422` or `444`.
    ///   - sample: of a picture, a plane, and a position in it.
    init(
        _ width: Int = 64, _ height: Int = 48, pictures count: Int = 1, kind: String = "420jpeg", isFullRange: Bool = false, rate: Int = 100,
        sample: (_ picture: Int, _ plane: Int, _ x: Int, _ y: Int) -> UInt8
    ) throws {
        scratch = Scratch()
        path = scratch.file("clip.y4m")
        size = PixelSize(width: width, height: height)
        let chromaWidth = kind == "444" ? width : (width + 1) / 2
        let chromaHeight = kind.hasPrefix("420") ? (height + 1) / 2 : height
        pictures = (0..<count).map { picture -> [UInt8] in
            var bytes: [UInt8] = []
            for plane in 0..<3 {
                let (columns, rows) = plane == 0 ? (width, height) : (chromaWidth, chromaHeight)
                for y in 0..<rows { for x in 0..<columns { bytes.append(sample(picture, plane, x, y)) } }
            }
            return bytes
        }
        var bytes = Array("YUV4MPEG2 W\(width) H\(height) F\(rate):1 Ip A1:1 C\(kind)\(isFullRange ? " XCOLORRANGE=FULL" : "")\n".utf8)
        for picture in pictures { bytes += Array("FRAME\n".utf8) + picture }
        try writeFile(path, bytes)
    }

    /// Each picture its own, no two bytes of a row alike.
    static func pattern(_ picture: Int, _ plane: Int, _ x: Int, _ y: Int) -> UInt8 {
        UInt8(truncatingIfNeeded: picture * 31 + plane * 71 + x * 3 + y * 7)
    }
}
