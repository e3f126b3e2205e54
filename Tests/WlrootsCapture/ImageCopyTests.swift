import CaptureKit
import Frames
import TestSupport
import Testing

@testable import WlrootsCapture

/// By ext-image-copy-capture, against a compositor of ours that copies no pixel more than that protocol asks for.
@Suite struct ImageCopyTests {
    private let size = PixelSize(width: 64, height: 32)
    private let corner = PixelRectangle(x: 0, y: 0, width: 8, height: 4)
    private let middle = PixelRectangle(x: 20, y: 10, width: 6, height: 2)
    private let screen: ImageScreenServer

    init() throws { screen = try ImageScreenServer(width: 64, height: 32) }

    private func shows(_ fixture: CopyFixture, _ rectangle: PixelRectangle, _ colour: UInt32, slot: Int) -> Bool {
        fixture.pixel(column: rectangle.x, row: rectangle.y, slot: slot) == colour
            && fixture.pixel(column: rectangle.maxX - 1, row: rectangle.maxY - 1, slot: slot) == colour
    }

    @Test func theScreenIsListedAndItsFormatWithoutAlphaIsTaken() throws {
        #expect(try WaylandListing.written(.text, display: screen.display).contains("IMAGE-1         64x32"))
        let fixture = try CopyFixture(screen.display)
        #expect(fixture.backend.geometry == FrameGeometry(size: size))
    }

    @Test func theFirstCopyIsWholeAndALaterOneIsWhatIsStaleAndWhatIsNew() throws {
        try screen.fill(PixelRectangle(of: size), 0x102030)
        let fixture = try CopyFixture(screen.display)
        #expect(try fixture.copy(into: 0) == fixture.whole)
        #expect(shows(fixture, PixelRectangle(of: size), 0x102030, slot: 0))
        // Slot 1 has never been filled; slot 0 misses what came since.
        fixture.backend.prepareGrab(fixture.whole, into: 1)
        #expect(try fixture.backend.takeEvents() == [])
        try screen.fill(corner, 0xFF0000)
        try fixture.wait(for: .damaged)
        #expect(try fixture.finish(in: 1) == Damage(corner))
        fixture.backend.prepareGrab(Damage(corner), into: 0)
        #expect(try fixture.backend.takeEvents() == [])
        try screen.fill(middle, 0x00FF00)
        try fixture.wait(for: .damaged)
        #expect(try fixture.finish(in: 0) == Damage(middle))
        for slot in 0...1 { #expect(shows(fixture, corner, 0xFF0000, slot: slot)) }
        #expect(shows(fixture, middle, 0x00FF00, slot: 0))
        #expect(screen.copies == [size.width * size.height, size.width * size.height, corner.area + middle.area])
    }

    @Test func aSlotTakenBackIsLeftAlone() throws {
        try screen.fill(PixelRectangle(of: size), 0x102030)
        let fixture = try CopyFixture(screen.display)
        try fixture.copy(into: 0)
        fixture.backend.prepareGrab(Damage(corner), into: 0)
        #expect(try fixture.backend.takeEvents() == [])
        fixture.backend.takeBack()
        // The compositor knows.
        try fixture.backend.connection?.settle()
        try screen.fill(corner, 0xFF0000)
        #expect(try fixture.backend.takeEvents() == [])
        #expect(shows(fixture, corner, 0x102030, slot: 0))
        // What came meanwhile is reported with the next one.
        #expect(try fixture.copy(into: 1) == Damage(corner))
    }

    @Test func anotherSizeIsAnotherGeometry() throws {
        let fixture = try CopyFixture(screen.display)
        try fixture.copy(into: 0)
        fixture.backend.prepareGrab(fixture.whole, into: 1)
        #expect(try fixture.backend.takeEvents() == [])
        try screen.resize(size.transposed)
        try screen.fill(PixelRectangle(of: size.transposed), 0x405060)
        try fixture.copy(until: "the other size") { fixture.backend.geometry.size == size.transposed && fixture.pixel(0.5, 0.9) == 0x405060 }
    }

    @Test func aTurnComesWithTheCopyThatIsTurned() throws {
        let fixture = try CopyFixture(screen.display)
        try fixture.copy(into: 0)
        #expect(fixture.backend.orientation == .up)
        try screen.turn(1)
        try fixture.copy(until: "the turn") { fixture.backend.orientation == .right }
    }

    @Test func copiesThatWereStoppedBeginAnew() throws {
        let fixture = try CopyFixture(screen.display)
        try fixture.copy(into: 0)
        fixture.backend.prepareGrab(fixture.whole, into: 1)
        #expect(try fixture.backend.takeEvents() == [])
        try screen.stopCopies()
        try fixture.wait(for: .damaged)
        #expect(try fixture.finish(in: 1) == fixture.whole)
    }

    @Test func aPartOfAScreenIsNotToBeHadThatWay() {
        #expect {
            try CopyFixture(screen.display, .region(corner, of: nil))
        } throws: {
            ($0 as? CaptureError)?.code == .unsupported && "\($0)".contains("--region")
        }
    }
}
