import Frames
import Picture

/// What a layer of a test is fed with: a frame of noise that changes here and there, and the layer as it should be.
struct LayerFixture {
    let name: String
    var frame: any LayerFrame
    var orientation: Orientation
    var shape: LayerShape
    var pointer: (x: Int, y: Int)?
    /// Whether its source delivers.
    var isThere = false

    /// The layer alone on a black canvas, opaque, with its pointer.
    func alone(on canvas: PixelSize) throws -> (picture: Snapshot, visible: PixelRectangle) {
        var whole = shape
        (whole.opacity, whole.isHidden, whole.z) = (1, false, 0)
        let composition = try Composition(canvas: canvas)
        composition.set(name, whole)
        composition.configure(name, geometry: frame.geometry, orientation: orientation)
        _ = composition.update(name, from: frame.pixels, damage: Damage())
        try setPointer(on: composition)
        let visible = composition.placement(of: name)?.visible ?? .empty
        return (composition.withPicture { Snapshot($0) }, visible)
    }

    /// A pointer of four colours, half of them to be seen through.
    func setPointer(on composition: Composition) throws {
        guard let pointer else { return composition.hidePointer(name) }
        var pixels: [UInt8] = []
        for index in 0..<UInt8(5 * 7) { pixels += [index * 3, index, index * 2, index % 2 == 0 ? 255 : 128] }
        try composition.setPointerImage(name, size: PixelSize(width: 5, height: 7), hotX: 1, hotY: 2, pixels: pixels)
        composition.movePointer(name, toX: pointer.x, y: pointer.y)
    }
}

protocol LayerFrame: AnyObject {
    var geometry: FrameGeometry { get }
    var pixels: UnsafeRawPointer { get }
}

extension TestFrame: LayerFrame {}
extension YUVFrame: LayerFrame {}

/// Composes pixel by pixel, in integers: slow, and with nothing of the product but the picture of each layer alone.
struct ReferenceCanvas: Equatable {
    let size: PixelSize
    private(set) var luma: [Int]
    private(set) var blue: [Int]
    private(set) var red: [Int]

    init(_ size: PixelSize) {
        self.size = size
        luma = Array(repeating: 16, count: size.width * size.height)
        blue = Array(repeating: 128, count: size.width * size.height / 4)
        red = blue
    }

    mutating func blend(_ layer: (picture: Snapshot, visible: PixelRectangle), opacity: Double) {
        let weight = Int((opacity * 256).rounded())
        func mix(_ under: inout Int, _ over: UInt8) { under = (under * (256 - weight) + Int(over) * weight + 128) / 256 }
        let (part, half) = (layer.visible, size.width / 2)
        for y in part.y..<part.maxY {
            for x in part.x..<part.maxX { mix(&luma[y * size.width + x], layer.picture.luma[y * size.width + x]) }
        }
        for y in part.y / 2..<part.maxY / 2 {
            for x in part.x / 2..<part.maxX / 2 {
                mix(&blue[y * half + x], layer.picture.blue[y * half + x])
                mix(&red[y * half + x], layer.picture.red[y * half + x])
            }
        }
    }

    func equals(_ seen: Snapshot) -> Bool {
        seen.luma.elementsEqual(luma.lazy.map(UInt8.init)) && seen.blue.elementsEqual(blue.lazy.map(UInt8.init))
            && seen.red.elementsEqual(red.lazy.map(UInt8.init))
    }
}

extension Snapshot {
    /// Whether nothing is different outside of what is told, luma and chroma.
    func equals(_ other: Snapshot, outside told: Damage) -> Bool {
        var isTold = [Bool](repeating: false, count: luma.count)
        for index in 0..<told.count {
            let part = told[index].intersection(PixelRectangle(of: size))
            for y in part.y..<max(part.y, part.maxY) { for x in part.x..<part.maxX { isTold[y * size.width + x] = true } }
        }
        let half = size.width / 2
        return luma.indices.allSatisfy { isTold[$0] || luma[$0] == other.luma[$0] }
            && blue.indices.allSatisfy {
                isTold[$0 / half * 2 * size.width + $0 % half * 2] || blue[$0] == other.blue[$0] && red[$0] == other.red[$0]
            }
    }
}
