import Fixtures
import Frames

/// A YUV frame in memory of its own, made from colours by the definitions in floating point, with padding after each row.
/// Its last byte ends where memory ends: reading one past it is a segmentation fault.
final class YUVFrame {
    let geometry: FrameGeometry
    private let memory: GuardedMemory

    init(_ width: Int, _ height: Int, _ format: PixelFormat, paddingBytes: Int = 8) {
        let size = PixelSize(width: width, height: height)
        let least = FrameGeometry(size: size, format: format)!
        geometry = FrameGeometry(size: size, format: format, strideBytes: least.strideBytes + paddingBytes)!
        let last = geometry.plane(geometry.planeCount - 1)
        memory = GuardedMemory(count: last.offsetBytes + last.strideBytes * (last.rows - 1) + last.rowBytes)
    }

    var bytes: UnsafeMutablePointer<UInt8> { memory.bytes }
    var size: PixelSize { geometry.size }
    var pixels: UnsafeRawPointer { UnsafeRawPointer(bytes) }

    /// Where the samples of a channel lie: 0 luma, 1 blue, 2 red; how far apart, and how many.
    private func channel(_ index: Int) -> (first: Int, step: Int, strideBytes: Int, size: PixelSize) {
        let half = PixelSize(width: (size.width + 1) / 2, height: (size.height + 1) / 2)
        switch geometry.format {
        case .bgrx: preconditionFailure("no YUV")
        case .i420: return (geometry.plane(index).offsetBytes, 1, geometry.plane(index).strideBytes, index == 0 ? size : half)
        case .nv12:
            let plane = geometry.plane(min(index, 1))
            return index == 0 ? (0, 1, plane.strideBytes, size) : (plane.offsetBytes + index - 1, 2, plane.strideBytes, half)
        case .yuyv:
            return index == 0
                ? (0, 2, geometry.strideBytes, size)
                : (index * 2 - 1, 4, geometry.strideBytes, PixelSize(width: half.width, height: size.height))
        }
    }

    /// Sets every sample of a channel that touches `area`, in pixels.
    func set(_ index: Int, in area: PixelRectangle? = nil, to value: (_ x: Int, _ y: Int) -> UInt8) {
        let channel = channel(index)
        let (across, down) = (channel.size.width == size.width ? 1 : 2, channel.size.height == size.height ? 1 : 2)
        let area = area ?? PixelRectangle(of: size)
        guard !area.isEmpty else { return }
        for y in area.y / down...(area.maxY - 1) / down {
            for x in area.x / across...(area.maxX - 1) / across {
                bytes[channel.first + y * channel.strideBytes + x * channel.step] = value(x, y)
            }
        }
    }

    func samples(_ index: Int) -> [UInt8] {
        let channel = channel(index)
        return (0..<channel.size.height).flatMap { y in
            (0..<channel.size.width).map { bytes[channel.first + y * channel.strideBytes + $0 * channel.step] }
        }
    }

    /// Paints by the frame's own matrix and range; where pixels share their colour it is that of the first of them.
    func fill(with colour: (_ x: Int, _ y: Int) -> Colour) {
        let own = geometry.format.colour!
        for index in 0..<3 {
            let channel = channel(index)
            let (across, down) = (channel.size.width == size.width ? 1 : 2, channel.size.height == size.height ? 1 : 2)
            set(index) { x, y in own.samples(of: colour(min(x * across, size.width - 1), min(y * down, size.height - 1)))[index] }
        }
    }

    func fillWithNoise(_ random: inout SeededRandom, in area: PixelRectangle? = nil) {
        for index in 0..<3 { set(index, in: area) { _, _ in UInt8.random(in: 0...255, using: &random) } }
    }
}

extension YUVColour {
    /// Luma, blue chroma, red chroma of a colour, by the definition.
    func samples(of colour: Colour) -> [UInt8] {
        let (kr, kb): (Double, Double) =
            switch matrix {
            case .bt601: (0.299, 0.114)
            case .bt709: (0.2126, 0.0722)
            case .bt2020: (0.2627, 0.0593)
            }
        let (r, g, b) = (Double(colour.red) / 255, Double(colour.green) / 255, Double(colour.blue) / 255)
        let luma = kr * r + (1 - kr - kb) * g + kb * b
        let chroma = [(b - luma) / (2 * (1 - kb)), (r - luma) / (2 * (1 - kr))]
        func byte(_ value: Double) -> UInt8 { UInt8(min(max(value.rounded(), 0), 255)) }
        return switch range {
        case .limited: [byte(16 + 219 * luma)] + chroma.map { byte(128 + 224 * $0) }
        case .full: [byte(255 * luma)] + chroma.map { byte(128 + 255 * $0) }
        }
    }
}
