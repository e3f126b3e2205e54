import Fixtures
import Frames

/// A BGRx frame in memory of its own, with padding after each row so that a wrong stride shows. Its last pixel ends where
/// memory ends: reading one byte past it is a segmentation fault.
final class TestFrame {
    let geometry: FrameGeometry
    private let memory: GuardedMemory

    init(_ width: Int, _ height: Int, paddingBytes: Int = 12) {
        geometry = FrameGeometry(size: PixelSize(width: width, height: height), strideBytes: width * 4 + paddingBytes)!
        memory = GuardedMemory(count: geometry.frameBytes - paddingBytes)
    }

    var bytes: UnsafeMutablePointer<UInt8> { memory.bytes }
    var size: PixelSize { geometry.size }
    var pixels: UnsafeRawPointer { UnsafeRawPointer(bytes) }

    subscript(x: Int, y: Int) -> Colour {
        get {
            let at = y * geometry.strideBytes + x * 4
            return Colour(red: Int(bytes[at + 2]), green: Int(bytes[at + 1]), blue: Int(bytes[at]))
        }
        set {
            let at = y * geometry.strideBytes + x * 4
            (bytes[at], bytes[at + 1], bytes[at + 2]) = (UInt8(newValue.blue), UInt8(newValue.green), UInt8(newValue.red))
        }
    }

    func fill(_ rectangle: PixelRectangle? = nil, with colour: (_ x: Int, _ y: Int) -> Colour) {
        let area = rectangle ?? PixelRectangle(of: size)
        for y in area.y..<area.maxY { for x in area.x..<area.maxX { self[x, y] = colour(x, y) } }
    }

    /// Noise, the unused byte included.
    func fillWithNoise(_ random: inout SeededRandom, in rectangle: PixelRectangle? = nil) {
        let area = rectangle ?? PixelRectangle(of: size)
        for y in area.y..<area.maxY {
            for at in area.x * 4..<area.maxX * 4 { bytes[y * geometry.strideBytes + at] = UInt8.random(in: 0...255, using: &random) }
        }
    }
}

struct Colour: Equatable {
    var red: Int
    var green: Int
    var blue: Int

    static func grey(_ value: Int) -> Colour { Colour(red: value, green: value, blue: value) }
}
