import CPixels
import Frames

/// A table of colours over red, green and blue, between whose points is interpolated by tetrahedra. Any thread.
public final class ColourCube: @unchecked Sendable {
    // @unchecked: never changed.
    public static let sizes = 2...65

    /// Points along each axis.
    public let size: Int
    private let points: AlignedMemory
    private let least: [Float]
    private let scale: [Float]

    /// - Parameters:
    ///   - size: one of `sizes`.
    ///   - colours: red, green and blue of each point, 0 to 1, those of rising red first, then green; `size`³ of them.
    ///   - domain: of red, green and blue, from the first point to the last; each is finite and rises.
    public init(size: Int, colours: [SIMD3<Float>], domain: [ClosedRange<Float>] = [0...1, 0...1, 0...1]) {
        precondition(Self.sizes.contains(size) && colours.count == size * size * size && domain.count == 3, "a cube of another size")
        self.size = size
        points = AlignedMemory(bytes: colours.count * 16)
        let floats = points.base.assumingMemoryBound(to: Float.self)
        for (index, colour) in colours.enumerated() {
            for channel in 0..<3 { floats[4 * index + channel] = colour[channel] }
            floats[4 * index + 3] = 0
        }
        least = domain.map(\.lowerBound)
        scale = domain.map { Float(size - 1) / ($0.upperBound - $0.lowerBound) }
    }

    /// Looks up the colours of a picture; both have the same even size, and may be one.
    public func apply(_ picture: I420View, into planes: I420View) {
        var cube = cpixels_cube(
            size: Int32(size), points: UnsafePointer(points.base.assumingMemoryBound(to: Float.self)), least: (least[0], least[1], least[2]),
            scale: (scale[0], scale[1], scale[2]))
        cpixels_apply_cube(
            &cube, picture.luma, picture.lumaStrideBytes, picture.blueChroma, picture.redChroma, picture.chromaStrideBytes, planes.luma,
            planes.lumaStrideBytes, planes.blueChroma, planes.redChroma, planes.chromaStrideBytes, Int32(planes.size.width),
            Int32(planes.size.height))
    }
}
