import Frames
import AppGroup
import Intake
import Testing

@testable import CaptureKit

/// The spine with a screen that wants its slot before there is something to draw, against a real intake.
@Suite struct DrawAheadTests {
    private let size = PixelSize(width: 64, height: 32)
    private let corner = PixelRectangle(x: 0, y: 0, width: 8, height: 4)
    private let middle = PixelRectangle(x: 20, y: 10, width: 6, height: 2)

    @Test func aSlotIsLentFirstAndToldOfWhenItsFrameIsComplete() throws {
        let bed = try DrawAheadFixture(size)
        let first = try bed.awaitLent(1)
        #expect(bed.screen.calls == [.attached(size), .lent(first)])
        bed.screen.finish(Damage(corner))
        let whole = try bed.nextFrame()
        #expect(whole.slot == first && whole.damage == PixelRectangle(of: size))
        let second = try bed.awaitLent(2)
        bed.screen.finish(Damage(middle))
        let part = try bed.nextFrame()
        #expect(part.slot == second && part.damage == middle)
    }

    @Test func oneSlotIsLentAtATime() throws {
        let bed = try DrawAheadFixture(size)
        for count in 1...20 {
            _ = try bed.awaitLent(count)
            bed.screen.finish(Damage(corner))
            _ = try bed.nextFrame()
        }
        var isLent = false
        for call in bed.screen.calls {
            if case .lent = call {
                #expect(!isLent)
                isLent = true
            } else {
                isLent = false
            }
        }
    }

    @Test func aCompleteFrameWithoutNewsIsKeptBackAndASlotIsLentAgain() throws {
        let bed = try DrawAheadFixture(size)
        _ = try bed.awaitLent(1)
        bed.screen.finish(Damage(corner))
        _ = try bed.nextFrame()
        let second = try bed.awaitLent(2)
        bed.screen.finish(Damage())
        #expect(try bed.awaitLent(3) == second)
        bed.screen.finish(Damage(middle))
        #expect(try bed.nextFrame().damage == middle)
        #expect(bed.screen.calls.filter { $0 == .told }.count == 2)
    }

    @Test func aPauseTakesTheSlotBackAndWhatWasBeingDrawnIsNotTold() throws {
        let bed = try DrawAheadFixture(size)
        _ = try bed.awaitLent(1)
        bed.screen.finish(Damage(corner))
        let generation = try bed.nextFrame().generation
        _ = try bed.awaitLent(2)
        bed.intake.send(.pause(generation))
        try bed.waitFor("the slot to be taken back") { $0.last == .takenBack }
        bed.screen.finish(Damage(corner))
        bed.intake.send(.resume(generation))
        _ = try bed.awaitLent(3)
        #expect(bed.screen.calls.filter { $0 == .told }.count == 1)
        bed.screen.finish(Damage(middle))
        #expect(try bed.nextFrame().damage.contains(middle))
    }

    @Test func anotherSizeTakesTheSlotBackAndBringsNewMemory() throws {
        let bed = try DrawAheadFixture(size)
        _ = try bed.awaitLent(1)
        bed.screen.finish(Damage(corner))
        _ = try bed.nextFrame()
        _ = try bed.awaitLent(2)
        bed.screen.resize(to: size.transposed)
        _ = try bed.awaitLent(3)
        #expect(bed.screen.calls.suffix(3).prefix(2) == [.takenBack, .attached(size.transposed)])
        bed.screen.finish(Damage(corner))
        let frame = try bed.nextFrame()
        #expect(frame.size == size.transposed && frame.damage == PixelRectangle(of: size.transposed))
    }

    @Test func theSlotIsTakenBackWhenTheHostGoes() throws {
        let bed = try DrawAheadFixture(size)
        _ = try bed.awaitLent(1)
        bed.stopHost()
        _ = try bed.awaitEnd()
        #expect(bed.screen.calls.last == .takenBack)
    }
}
