public import Frames
public import Platform

public struct LayerShape: Hashable, Sendable {
    public var box: PixelRectangle
    public var mode: AspectMode
    public var z: Int
    public var opacity = 1.0
    public var isMirrored = false
    public var crop: PixelRectangle?
    public var isHidden = false
    public init(box: PixelRectangle, mode: AspectMode, z: Int) { (self.box, self.mode, self.z) = (box, mode, z) }
}

public enum Transition: Sendable, Hashable {
    case cut
    case fade(Duration)
    case slide(Duration)
}

public final class Composition: @unchecked Sendable {
    public let canvas: Canvas
    private var parts: [(name: String, shape: LayerShape, composer: Composer?, hasFrame: Bool)] = []
    private var damage = Damage()
    public init(canvas size: PixelSize) throws(PictureError) { canvas = try Canvas(size: size) }
    public func resized(to size: PixelSize, shapes: [String: LayerShape]) throws(PictureError) -> Composition {
        let other = try Composition(canvas: size)
        other.change(to: shapes, .cut, at: .now())
        return other
    }
    public func set(_ layer: String, _ shape: LayerShape) {
        if let index = index(layer) {
            if parts[index].shape.box.size != shape.box.size { parts[index].composer = try? Composer(canvas: shape.box.size, mode: shape.mode) }
            parts[index].shape = shape
        } else {
            parts.append((layer, shape, try? Composer(canvas: shape.box.size, mode: shape.mode), false))
        }
        damage.add(PixelRectangle(of: canvas.size))
    }
    public func remove(_ layer: String) { parts.removeAll { $0.name == layer } }
    public var layers: [String] { parts.map(\.name) }
    private func index(_ layer: String) -> Int? { parts.firstIndex { $0.name == layer } }
    public func shape(of layer: String) -> LayerShape? { index(layer).map { parts[$0].shape } }
    public func placement(of layer: String) -> Placement? { index(layer).flatMap { parts[$0].composer?.placement } }
    public func configure(_ layer: String, geometry: FrameGeometry, orientation: Orientation) {
        index(layer).map { parts[$0].composer?.configure(geometry: geometry, orientation: orientation) } ?? ()
    }
    public func update(_ layer: String, from pixels: UnsafeRawPointer, damage: Damage) -> Damage {
        guard let index = index(layer), let composer = parts[index].composer, composer.placement != nil else { return Damage() }
        _ = composer.update(from: pixels, damage: damage)
        parts[index].hasFrame = true
        return Damage(parts[index].shape.box.intersection(PixelRectangle(of: canvas.size)))
    }
    public func setPointerImage(_ layer: String, size: PixelSize, hotX: Int, hotY: Int, pixels: UnsafeRawPointer) throws(PictureError) {
        if let index = index(layer) { try parts[index].composer?.setPointerImage(size: size, hotX: hotX, hotY: hotY, pixels: pixels) }
    }
    public func movePointer(_ layer: String, toX x: Int, y: Int) { if let index = index(layer) { parts[index].composer?.movePointer(toX: x, y: y) } }
    public func hidePointer(_ layer: String) { if let index = index(layer) { parts[index].composer?.hidePointer() } }
    public func takePointerChange() -> Bool {
        var isChanged = false
        for part in parts where part.composer?.takePointerChange() == true { isChanged = true }
        return isChanged
    }
    public func takePointerDamage() -> Damage {
        var all = Damage()
        for part in parts { if let found = part.composer?.takePointerDamage(), !found.isEmpty { all.add(part.shape.box) } }
        return all
    }
    public func takeDamage() -> Damage {
        defer { damage = Damage() }
        return damage
    }
    public func change(to shapes: [String: LayerShape], _ transition: Transition, at: MediaTime) {
        for (name, shape) in shapes.sorted(by: { $0.value.z < $1.value.z }) { set(name, shape) }
    }
    public func setFullChroma(_ isWanted: Bool) {
        canvas.setFullChroma(isWanted)
        for part in parts { part.composer?.setFullChroma(isWanted) }
    }
    public func advance(to now: MediaTime) -> Bool { false }
    public func withPicture<Result, Failure: Error>(_ body: (I420View) throws(Failure) -> Result) throws(Failure) -> Result {
        canvas.view.paintBlack()
        for part in parts.sorted(by: { $0.shape.z < $1.shape.z }) where part.hasFrame && !part.shape.isHidden {
            let visible = part.shape.box.intersection(PixelRectangle(of: canvas.size)).widenedToEven
            guard !visible.isEmpty, let composer = part.composer else { continue }
            var inside = visible
            (inside.x, inside.y) = (visible.x - part.shape.box.x, visible.y - part.shape.box.y)
            composer.withPointerBlended { canvas.view.part(visible).copy(from: $0.part(inside)) }
        }
        return try body(canvas.view)
    }
}
