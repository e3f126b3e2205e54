import Fixtures
import Frames
import Picture
import Testing

/// Whatever happens, in whatever order: the canvas is as if it had just been composed, and every pixel that changed was told.
@Suite struct CompositionPropertyTests {
    static let canvas = PixelSize(width: 72, height: 56)

    @Test(arguments: [1, 2, 3, 4, 5, 6] as [UInt64]) func aCanvasComposedStepByStepEqualsOneComposedAnew(seed: UInt64) throws {
        var scene = try Scene(seed: seed)
        var before = scene.composition.withPicture { Snapshot($0) }
        for step in 0..<250 {
            let (event, told) = try scene.step()
            let after = scene.composition.withPicture { Snapshot($0) }
            let isTold = before.equals(after, outside: told)
            #expect(isTold, "seed \(seed), step \(step): \(event) told too little")
            let isEqual = try scene.reference()?.equals(after) ?? true
            #expect(isEqual, "seed \(seed), step \(step): \(event) left another picture")
            guard isTold, isEqual else { return }
            before = after
        }
    }
}

private struct Scene {
    let composition: Composition
    private var random: SeededRandom
    private var fixtures: [LayerFixture] = []

    init(seed: UInt64) throws {
        random = SeededRandom(seed: seed)
        composition = try Composition(canvas: CompositionPropertyTests.canvas)
    }

    /// Something happens. What of the canvas is said to be different then.
    mutating func step() throws -> (event: String, told: Damage) {
        var told = Damage()
        let event = Int.random(in: 0..<20, using: &random)
        if fixtures.isEmpty || event == 0 && fixtures.count < 4 {
            return ("add", try add())
        }
        let index = Int.random(in: fixtures.indices, using: &random)
        let name = fixtures[index].name
        var word = "frame"
        switch event {
        case 0...7 where fixtures[index].isThere: told.add(change(index))
        case 8...11:
            word = "shape"
            fixtures[index].shape = event < 10 ? moved(fixtures[index].shape) : shape()
            composition.set(name, fixtures[index].shape)
            if composition.awaitsFrame(name), fixtures[index].isThere, Bool.random(using: &random) { told.add(deliver(index)) }
        case 12...14:
            word = "pointer"
            fixtures[index].pointer = event == 14 ? nil : (Int.random(in: -4...60, using: &random), Int.random(in: -4...50, using: &random))
            try fixtures[index].setPointer(on: composition)
        case 15:
            word = "vacate"
            composition.vacate(name)
            fixtures[index].isThere = false
        case 16:
            word = "remove"
            composition.remove(name)
            fixtures.remove(at: index)
        case 17:
            word = "configure"
            (fixtures[index].frame, fixtures[index].orientation) = (frame(), Orientation.allCases.randomElement(using: &random)!)
            composition.configure(name, geometry: fixtures[index].frame.geometry, orientation: fixtures[index].orientation)
            told.add(deliver(index))
        default:
            word = "all frames"
            for index in fixtures.indices { told.add(deliver(index)) }
        }
        told.add(composition.takeDamage())
        told.add(composition.takePointerDamage())
        return ("\(word) of \(name)", told)
    }

    /// `nil` while a layer shows something near what it will.
    func reference() throws -> ReferenceCanvas? {
        guard !fixtures.contains(where: { $0.isThere && composition.awaitsFrame($0.name) }) else { return nil }
        var canvas = ReferenceCanvas(CompositionPropertyTests.canvas)
        let order = fixtures.enumerated().sorted { ($0.element.shape.z, $0.offset) < ($1.element.shape.z, $1.offset) }
        for (_, fixture) in order where fixture.isThere && !fixture.shape.isHidden {
            canvas.blend(try fixture.alone(on: canvas.size), opacity: fixture.shape.opacity)
        }
        return canvas
    }

    private mutating func add() throws -> Damage {
        let fixture = LayerFixture(
            name: "layer \(random.next() % 1_000_000)", frame: frame(), orientation: Orientation.allCases.randomElement(using: &random)!,
            shape: shape())
        fixtures.append(fixture)
        composition.set(fixture.name, fixture.shape)
        composition.configure(fixture.name, geometry: fixture.frame.geometry, orientation: fixture.orientation)
        var told = deliver(fixtures.count - 1)
        told.add(composition.takeDamage())
        told.add(composition.takePointerDamage())
        return told
    }

    /// A frame without damage of its own.
    private mutating func deliver(_ index: Int) -> Damage {
        fixtures[index].isThere = true
        return composition.update(fixtures[index].name, from: fixtures[index].frame.pixels, damage: Damage())
    }

    /// A frame with noise in some places.
    private mutating func change(_ index: Int) -> Damage {
        let frame = fixtures[index].frame
        let size = frame.geometry.size
        var damage = Damage()
        for _ in 0...Int.random(in: 0...2, using: &random) {
            let part = PixelRectangle(
                x: Int.random(in: -3..<size.width, using: &random), y: Int.random(in: -3..<size.height, using: &random),
                width: Int.random(in: 1...30, using: &random), height: Int.random(in: 1...30, using: &random))
            let inside = part.intersection(PixelRectangle(of: size))
            if let frame = frame as? TestFrame { frame.fillWithNoise(&random, in: inside) }
            if let frame = frame as? YUVFrame { frame.fillWithNoise(&random, in: inside) }
            damage.add(part)
        }
        return composition.update(fixtures[index].name, from: frame.pixels, damage: damage)
    }

    private mutating func frame() -> any LayerFrame {
        let (width, height) = (Int.random(in: 3...90, using: &random), Int.random(in: 3...70, using: &random))
        if Int.random(in: 0..<3, using: &random) > 0 {
            let frame = TestFrame(width, height)
            frame.fillWithNoise(&random)
            return frame
        }
        let formats: [PixelFormat] = [.i420(.canvas), .nv12(.canvas), .yuyv(YUVColour(matrix: .bt601, range: .full))]
        let frame = YUVFrame(width, height, formats.randomElement(using: &random)!)
        frame.fillWithNoise(&random)
        return frame
    }

    private mutating func shape() -> LayerShape {
        let canvas = CompositionPropertyTests.canvas
        var box = PixelRectangle(of: canvas)
        if Int.random(in: 0..<4, using: &random) > 0 {
            box = PixelRectangle(
                x: Int.random(in: -30...80, using: &random), y: Int.random(in: -30...60, using: &random),
                width: Int.random(in: 0...100, using: &random), height: Int.random(in: 0...80, using: &random))
        }
        var crop: PixelRectangle?
        if Int.random(in: 0..<3, using: &random) == 0 {
            crop = PixelRectangle(
                x: Int.random(in: -5...40, using: &random), y: Int.random(in: -5...40, using: &random),
                width: Int.random(in: 1...50, using: &random), height: Int.random(in: 1...50, using: &random))
        }
        return LayerShape(
            box: box, mode: AspectMode.allCases.randomElement(using: &random)!, z: Int.random(in: 0...2, using: &random),
            opacity: [0, 0.3, 0.7, 1, 1, 1].randomElement(using: &random)!, isMirrored: Bool.random(using: &random), crop: crop,
            isHidden: Int.random(in: 0..<8, using: &random) == 0)
    }

    /// As it was, in one respect different.
    private mutating func moved(_ shape: LayerShape) -> LayerShape {
        var other = shape
        switch Int.random(in: 0..<4, using: &random) {
        case 0: (other.box.x, other.box.y) = (Int.random(in: -20...60, using: &random), Int.random(in: -20...40, using: &random))
        case 1: other.z = Int.random(in: 0...2, using: &random)
        case 2: other.opacity = [0, 0.5, 1].randomElement(using: &random)!
        default: other.isHidden.toggle()
        }
        return other
    }
}
