import Frames
import Testing

@testable import Session

@Suite struct PendingDamageTests {
    private let corner = PixelRectangle(x: 0, y: 0, width: 16, height: 16)
    private let middle = PixelRectangle(x: 100, y: 100, width: 8, height: 8)

    @Test func theFirstPictureIsAllNewAndTheNextOneIsNot() {
        var pending = PendingDamage()
        pending.add(Damage(corner))
        #expect(pending.take() == nil)
        #expect(pending.take() == Damage())
    }

    @Test func whatChangedSinceThePictureBeforeIsTold() {
        var pending = PendingDamage()
        _ = pending.take()
        pending.add(Damage(corner))
        pending.add(Damage())
        pending.add(Damage(middle))
        let both = pending.take()
        #expect(both?.count == 2 && both?.bounds == corner.union(middle))
        #expect(pending.take()?.isEmpty == true)
    }

    @Test func everythingStaysEverythingWhateverIsAdded() {
        var pending = PendingDamage()
        _ = pending.take()
        pending.add(Damage(corner))
        pending.addEverything()
        pending.add(Damage(middle))
        #expect(pending.take() == nil)
        #expect(pending.take() == Damage())
    }

    @Test func manyRectanglesAreCoveredByFew() throws {
        var pending = PendingDamage()
        _ = pending.take()
        let spots = (0..<500).map { PixelRectangle(x: $0 * 37 % 1900, y: $0 * 53 % 1000, width: 3, height: 5) }
        for spot in spots { pending.add(Damage(spot)) }
        let taken = pending.take()
        let damage = try #require(taken)
        #expect(damage.count <= Damage.capacity)
        #expect(spots.allSatisfy { spot in (0..<damage.count).contains { damage[$0].intersection(spot) == spot } })
    }
}
