import Allocations
import Fixtures
import Frames
import Picture
import Platform
import Testing

@Suite struct AllocationTests {
    private func allocations(_ body: () -> Void) -> Int64 {
        let before = allocations_of_thread()
        body()
        return before < 0 ? 0 : allocations_of_thread() - before
    }

    @Test func whatAllocatesIsCounted() {
        var kept: [Int] = []
        #expect(allocations_of_thread() < 0 || allocations { kept = Array(0..<100) } > 0)
        #expect(kept.count == 100)
    }

    /// Frames, pointers, overlays and transitions, in both ways of composing.
    @Test(arguments: [1, 3], Orientation.allCases) func aFrameAllocatesNothing(layers: Int, orientation: Orientation) throws {
        let composition = try Composition(canvas: PixelSize(width: 320, height: 180))
        let frame = TestFrame(200, 100)
        let names = (0..<layers).map { "layer \($0)" }
        let pointer = [UInt8](repeating: 200, count: 8 * 8 * 4)
        for (index, name) in names.enumerated() {
            let box = PixelRectangle(x: 20 * index, y: 10 * index, width: 280, height: 160)
            composition.set(name, LayerShape(box: box, z: index, opacity: index == 1 ? 0.5 : 1, isMirrored: index == 2))
            composition.configure(name, geometry: frame.geometry, orientation: orientation)
            try composition.setPointerImage(name, size: PixelSize(width: 8, height: 8), hotX: 0, hotY: 0, pixels: pointer)
        }
        if layers > 1 {
            let image = try OverlayImage(size: PixelSize(width: 8, height: 8), pixels: pointer)
            composition.setOverlay(1, Overlay(image: image, x: 3, y: 5, opacity: 0.5))
        }
        var sum = 0
        func show(_ number: Int) {
            // By index: an iterator is an allocation where nothing is optimised.
            for index in 0..<names.count {
                let name = names[index]
                var damage = Damage(PixelRectangle(x: number * 7 % 150, y: number * 5 % 80, width: 40, height: 20))
                damage.add(PixelRectangle(x: 3, y: 3, width: 9, height: 9))
                sum += composition.update(name, from: frame.pixels, damage: damage).count
                composition.movePointer(name, toX: number * 11 % 200, y: number * 3 % 100)
            }
            sum += composition.takePointerChange() ? 1 : 0
            sum += composition.takePointerDamage().count + composition.takeDamage().count
            sum += composition.advance(to: MediaTime(nanoseconds: Int64(number) * 1_000_000)) ? 1 : 0
            sum += composition.withPicture { Int($0.luma[0]) }
        }
        for number in 0..<5 { show(number) }
        #expect(allocations { for number in 5..<50 { show(number) } } == 0)
        let shapes = Dictionary(uniqueKeysWithValues: names.map { ($0, LayerShape(box: PixelRectangle(x: 0, y: 0, width: 100, height: 90))) })
        composition.change(to: shapes, .fade(.seconds(1)), at: MediaTime(nanoseconds: 50_000_000))
        for name in names { sum += composition.update(name, from: frame.pixels, damage: Damage()).count }
        show(50)
        #expect(allocations { for number in 51..<90 { show(number) } } == 0)
        #expect(composition.isChanging && sum > 0)
    }
}
