import Frames
import Intake
import Testing

@testable import CaptureKit

/// A session with a screen that wants its slot before there is something to draw, against a real intake.
@Suite struct DrawAheadTests {
    private let size = PixelSize(width: 64, height: 32)
    private let corner = PixelRectangle(x: 0, y: 0, width: 8, height: 4)
    private let middle = PixelRectangle(x: 20, y: 10, width: 6, height: 2)

    @Test func aSlotIsLentFirstAndToldOfWhenItsFrameIsComplete() throws {
        let fixture = try DrawAheadFixture(size)
        let first = try fixture.awaitLent(1)
        #expect(fixture.screen.calls == [.attached(size), .lent(first)])
        fixture.screen.finish(Damage(corner))
        let whole = try fixture.nextFrame()
        #expect(whole.slot == first && whole.damage == PixelRectangle(of: size))
        let second = try fixture.awaitLent(2)
        fixture.screen.finish(Damage(middle))
        let part = try fixture.nextFrame()
        #expect(part.slot == second && part.damage == middle)
    }

    @Test func oneSlotIsLentAtATime() throws {
        let fixture = try DrawAheadFixture(size)
        for count in 1...20 {
            _ = try fixture.awaitLent(count)
            fixture.screen.finish(Damage(corner))
            _ = try fixture.nextFrame()
        }
        var isLent = false
        for call in fixture.screen.calls {
            if case .lent = call {
                #expect(!isLent)
                isLent = true
            } else {
                isLent = false
            }
        }
    }

    @Test func aCompleteFrameWithoutChangesIsKeptBackAndASlotIsLentAgain() throws {
        let fixture = try DrawAheadFixture(size)
        _ = try fixture.awaitLent(1)
        fixture.screen.finish(Damage(corner))
        _ = try fixture.nextFrame()
        let second = try fixture.awaitLent(2)
        fixture.screen.finish(Damage())
        #expect(try fixture.awaitLent(3) == second)
        fixture.screen.finish(Damage(middle))
        #expect(try fixture.nextFrame().damage == middle)
        #expect(fixture.screen.calls.filter { $0 == .told }.count == 2)
    }

    @Test func aPauseTakesTheSlotBackAndWhatWasBeingDrawnIsNotTold() throws {
        let fixture = try DrawAheadFixture(size)
        _ = try fixture.awaitLent(1)
        fixture.screen.finish(Damage(corner))
        let generation = try fixture.nextFrame().generation
        _ = try fixture.awaitLent(2)
        fixture.intake.send(.pause(generation))
        try fixture.waitFor("the slot to be taken back") { $0.last == .takenBack }
        fixture.screen.finish(Damage(corner))
        // Read later, it would be taken for the frame in the next slot.
        try fixture.waitFor("the event to be read") { _ in fixture.screen.isRead }
        fixture.intake.send(.resume(generation))
        _ = try fixture.awaitLent(3)
        #expect(fixture.screen.calls.filter { $0 == .told }.count == 1)
        fixture.screen.finish(Damage(middle))
        #expect(try fixture.nextFrame().damage.contains(middle))
    }

    @Test func anotherSizeTakesTheSlotBackAndBringsNewMemory() throws {
        let fixture = try DrawAheadFixture(size)
        _ = try fixture.awaitLent(1)
        fixture.screen.finish(Damage(corner))
        _ = try fixture.nextFrame()
        _ = try fixture.awaitLent(2)
        fixture.screen.resize(to: size.transposed)
        _ = try fixture.awaitLent(3)
        #expect(fixture.screen.calls.suffix(3).prefix(2) == [.takenBack, .attached(size.transposed)])
        fixture.screen.finish(Damage(corner))
        let frame = try fixture.nextFrame()
        #expect(frame.size == size.transposed && frame.damage == PixelRectangle(of: size.transposed))
    }

    @Test func theSlotIsTakenBackWhenTheHostGoes() throws {
        let fixture = try DrawAheadFixture(size)
        _ = try fixture.awaitLent(1)
        fixture.stopHost()
        _ = try fixture.awaitEnd()
        #expect(fixture.screen.calls.last == .takenBack)
    }
}
