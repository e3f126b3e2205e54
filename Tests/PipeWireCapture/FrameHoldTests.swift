import Frames
import Platform
import Testing

@testable import PipeWireCapture

@Suite struct FrameHoldTests {
    private let now = MediaTime(nanoseconds: 10_000_000_000)
    private let size = PixelSize(width: 100, height: 80)
    private var whole: Damage { Damage(PixelRectangle(of: size)) }
    private let part = Damage(PixelRectangle(x: 10, y: 20, width: 5, height: 6))

    private func buffer(_ number: Int) -> UnsafeMutableRawPointer { UnsafeMutableRawPointer(bitPattern: 0x1000 * number)! }

    private func event(_ number: Int, _ change: (inout FrameEvent) -> Void = { _ in }) -> FrameEvent {
        var event = FrameEvent(buffer: buffer(number), size: size)
        event.damage = part
        change(&event)
        return event
    }

    /// A hold that has seen a first picture, and whose damage was collected.
    private func begun(_ change: (inout FrameEvent) -> Void = { _ in }) -> FrameHold {
        var hold = FrameHold()
        _ = hold.receive(event(1, change), at: now)
        _ = hold.takePending()
        return hold
    }

    @Test func theNewestIsHeldAndTheOneBeforeGoesBackAtOnce() {
        var hold = FrameHold()
        #expect(hold.receive(event(1), at: now) == nil)
        #expect(hold.receive(event(2), at: now) == buffer(1))
        #expect(hold.receive(event(1), at: now) == buffer(2))
        #expect(hold.held?.buffer == buffer(1))
    }

    @Test func aFirstPictureIsDamagedAllOver() {
        var hold = FrameHold()
        _ = hold.receive(event(1), at: now)
        #expect(hold.takePending() == whole)
        #expect(hold.pending.isEmpty)
    }

    @Test func damageOfPicturesThatNoOneLookedAtAddsUp() {
        var hold = begun()
        let other = Damage(PixelRectangle(x: 50, y: 0, width: 1, height: 1))
        _ = hold.receive(event(2), at: now)
        _ = hold.receive(event(3) { $0.damage = other }, at: now)
        var both = part
        both.add(other)
        #expect(hold.takePending() == both)
    }

    @Test func whatDoesNotSayWhatChangedHasChangedAllOver() {
        var hold = begun()
        _ = hold.receive(event(2) { $0.damage = nil }, at: now)
        #expect(hold.takePending() == whole)
    }

    @Test func aBufferThatWasLostTakesItsDamageAlong() {
        var hold = begun { $0.sequence = 7 }
        _ = hold.receive(event(2) { $0.sequence = 8 }, at: now)
        #expect(hold.takePending() == part)
        _ = hold.receive(event(3) { $0.sequence = 10 }, at: now)
        #expect(hold.takePending() == whole)
        _ = hold.receive(event(1) { $0.sequence = 11 }, at: now)
        #expect(hold.takePending() == part)
        _ = hold.receive(event(2) { $0.sequence = 0 }, at: now)
        #expect(hold.takePending() == whole, "a sender that begins to count anew may have lost some")
    }

    @Test func whoNeverCountsLosesNothing() {
        var hold = begun { $0.sequence = 0 }
        _ = hold.receive(event(2) { $0.sequence = 0 }, at: now)
        #expect(hold.takePending() == part)
    }

    @Test func changesOfThePointerGoesBackAndChangesNothing() {
        var hold = begun()
        let pointer = event(2) { ($0.hasPicture, $0.hasPointer) = (false, true) }
        #expect(hold.receive(pointer, at: now) == buffer(2))
        #expect(hold.held?.buffer == buffer(1) && hold.pending.isEmpty)
        _ = hold.receive(event(3), at: now)
        #expect(hold.takePending() == part)
    }

    @Test func aPictureThatFailedGoesBackAndTheNextIsDamagedAllOver() {
        var hold = begun()
        #expect(hold.receive(event(2) { $0.hasPicture = false }, at: now) == buffer(2))
        #expect(hold.pending.isEmpty)
        _ = hold.receive(event(3), at: now)
        #expect(hold.takePending() == whole)
    }

    @Test func anotherOrientationIsDamageAllOver() {
        var hold = begun()
        _ = hold.receive(event(2) { $0.orientation = .left }, at: now)
        #expect(hold.takePending() == whole && hold.held?.orientation == .left)
    }

    @Test func theCropIsThePictureAndDamageCountsFromItsCorner() {
        let crop = PixelRectangle(x: 8, y: 16, width: 40, height: 30)
        var hold = begun { $0.crop = crop }
        #expect(hold.held?.area == crop)
        _ = hold.receive(event(2) { $0.crop = crop }, at: now)
        #expect(hold.takePending() == Damage(PixelRectangle(x: 2, y: 4, width: 5, height: 6)))
        _ = hold.receive(
            event(3) {
                $0.crop = crop
                $0.damage = Damage(PixelRectangle(x: 0, y: 0, width: 10, height: 80))
            }, at: now)
        #expect(hold.takePending() == Damage(PixelRectangle(x: 0, y: 0, width: 2, height: 30)), "what lies outside is cut off")
        _ = hold.receive(event(1) { $0.crop = PixelRectangle(x: 9, y: 16, width: 40, height: 30) }, at: now)
        #expect(hold.takePending() == Damage(PixelRectangle(x: 0, y: 0, width: 40, height: 30)), "a crop that moved shows all else")
    }

    @Test func aCropThatCannotBeIsNone() {
        for crop in [PixelRectangle(x: 100, y: 0, width: 5, height: 5), PixelRectangle(x: -9, y: -9, width: 9, height: 9)] {
            #expect(begun { $0.crop = crop }.held?.area == PixelRectangle(of: size))
        }
        let beyond = begun { $0.crop = PixelRectangle(x: 90, y: 70, width: 500, height: 500) }
        #expect(beyond.held?.area == PixelRectangle(x: 90, y: 70, width: 10, height: 10))
    }

    @Test func whereColourIsSharedThePictureBeginsAtAPair() {
        var hold = FrameHold()
        _ = hold.receive(event(1) { $0.crop = PixelRectangle(x: 9, y: 15, width: 11, height: 10) }, alignment: 2, at: now)
        #expect(hold.held?.area == PixelRectangle(x: 8, y: 14, width: 12, height: 11))
    }

    @Test func aTimeIsBelievedWhenItCanBe() {
        func time(_ said: MediaTime?) -> MediaTime? { begun { $0.time = said }.held?.time }
        #expect(time(now - .milliseconds(3)) == now - .milliseconds(3))
        #expect(time(nil) == now)
        #expect(time(now + .milliseconds(1)) == now, "from the future")
        #expect(time(now - .seconds(2)) == now, "of another clock")
    }

    @Test func buffersThatAreGoneAreNotGivenBack() {
        var hold = begun()
        _ = hold.receive(event(2), at: now)
        hold.forget()
        #expect(hold.held == nil && hold.pending.isEmpty)
        #expect(hold.receive(event(1), at: now) == nil)
        #expect(hold.takePending() == whole)
    }

    // MARK: A part of the picture

    @Test func ofARegionItsOwnDamageCountsAlone() {
        var hold = FrameHold(region: PixelRectangle(x: 8, y: 16, width: 20, height: 30))
        _ = hold.receive(event(1), at: now)
        #expect(hold.held?.area == PixelRectangle(x: 8, y: 16, width: 20, height: 30) && !hold.missesRegion)
        #expect(hold.takePending() == Damage(PixelRectangle(x: 0, y: 0, width: 20, height: 30)))
        _ = hold.receive(event(2), at: now)
        #expect(hold.takePending() == Damage(PixelRectangle(x: 2, y: 4, width: 5, height: 6)))
        _ = hold.receive(event(3) { $0.damage = Damage(PixelRectangle(x: 60, y: 60, width: 9, height: 9)) }, at: now)
        #expect(hold.pending.isEmpty)
        hold.forget()
        _ = hold.receive(event(4), at: now)
        #expect(hold.held?.area.size == PixelSize(width: 20, height: 30), "other buffers are no reason to show all")
    }

    @Test func aRegionLiesInTheCropAndEndsWithThePicture() {
        let crop = PixelRectangle(x: 10, y: 20, width: 40, height: 30)
        var hold = FrameHold(region: PixelRectangle(x: 30, y: 0, width: 40, height: 10))
        _ = hold.receive(event(1) { $0.crop = crop }, at: now)
        #expect(hold.held?.area == PixelRectangle(x: 40, y: 20, width: 10, height: 10))
        // Where colour is shared it begins with a pair.
        var even = FrameHold(region: PixelRectangle(x: 5, y: 7, width: 10, height: 10))
        _ = even.receive(event(1), alignment: 2, at: now)
        #expect(even.held?.area == PixelRectangle(x: 4, y: 6, width: 11, height: 11))
    }

    @Test(arguments: Orientation.allCases) func aRegionCountsAsThePictureStands(orientation: Orientation) {
        let upright = orientation.upright(size)
        let region = PixelRectangle(x: 3, y: 5, width: 20, height: 10)
        var hold = FrameHold(region: region)
        _ = hold.receive(event(1) { $0.orientation = orientation }, at: now)
        #expect(hold.held.map { orientation.upright($0.area, in: size) } == region.intersection(PixelRectangle(of: upright)))
    }

    @Test func aRegionBesideThePictureIsNoticed() {
        var hold = FrameHold(region: PixelRectangle(x: 100, y: 0, width: 10, height: 10))
        _ = hold.receive(event(1), at: now)
        #expect(hold.missesRegion)
    }
}
