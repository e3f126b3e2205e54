import Frames
import AppGroup
import CaptureKit
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

    private func shows(_ bed: CopyFixture, _ rectangle: PixelRectangle, _ colour: UInt32, slot: Int) -> Bool {
        bed.pixel(column: rectangle.x, row: rectangle.y, slot: slot) == colour
            && bed.pixel(column: rectangle.maxX - 1, row: rectangle.maxY - 1, slot: slot) == colour
    }

    @Test func theScreenIsListedAndItsFormatWithoutAlphaIsTaken() throws {
        #expect(try WaylandListing.written(.text, display: screen.display).contains("IMAGE-1         64x32"))
        let bed = try CopyFixture(screen.display)
        #expect(bed.backend.geometry == FrameGeometry(size: size))
    }

    @Test func theFirstCopyIsWholeAndALaterOneIsWhatIsStaleAndWhatIsNew() throws {
        try screen.fill(PixelRectangle(of: size), 0x102030)
        let bed = try CopyFixture(screen.display)
        #expect(try bed.copy(into: 0) == bed.whole)
        #expect(shows(bed, PixelRectangle(of: size), 0x102030, slot: 0))
        // Slot 1 has never been filled; slot 0 misses what came since.
        bed.backend.prepareGrab(bed.whole, into: 1)
        #expect(try bed.backend.takeEvents() == [])
        try screen.fill(corner, 0xFF0000)
        try bed.wait(for: .damaged)
        #expect(try bed.take(from: 1) == Damage(corner))
        bed.backend.prepareGrab(Damage(corner), into: 0)
        #expect(try bed.backend.takeEvents() == [])
        try screen.fill(middle, 0x00FF00)
        try bed.wait(for: .damaged)
        #expect(try bed.take(from: 0) == Damage(middle))
        for slot in 0...1 { #expect(shows(bed, corner, 0xFF0000, slot: slot)) }
        #expect(shows(bed, middle, 0x00FF00, slot: 0))
        #expect(screen.copies == [size.width * size.height, size.width * size.height, corner.area + middle.area])
    }

    @Test func aSlotTakenBackIsLeftAlone() throws {
        try screen.fill(PixelRectangle(of: size), 0x102030)
        let bed = try CopyFixture(screen.display)
        try bed.copy(into: 0)
        bed.backend.prepareGrab(Damage(corner), into: 0)
        #expect(try bed.backend.takeEvents() == [])
        bed.backend.takeBack()
        // The compositor knows.
        try bed.backend.connection?.settle()
        try screen.fill(corner, 0xFF0000)
        #expect(try bed.backend.takeEvents() == [])
        #expect(shows(bed, corner, 0x102030, slot: 0))
        // What came meanwhile is told with the next one.
        #expect(try bed.copy(into: 1) == Damage(corner))
    }

    @Test func anotherSizeIsAnotherGeometry() throws {
        let bed = try CopyFixture(screen.display)
        try bed.copy(into: 0)
        bed.backend.prepareGrab(bed.whole, into: 1)
        #expect(try bed.backend.takeEvents() == [])
        try screen.resize(size.transposed)
        try screen.fill(PixelRectangle(of: size.transposed), 0x405060)
        try bed.copy(until: "the other size") { bed.backend.geometry.size == size.transposed && bed.pixel(0.5, 0.9) == 0x405060 }
    }

    @Test func aTurnComesWithTheCopyThatIsTurned() throws {
        let bed = try CopyFixture(screen.display)
        try bed.copy(into: 0)
        #expect(bed.backend.orientation == .up)
        try screen.turn(1)
        try bed.copy(until: "the turn") { bed.backend.orientation == .right }
    }

    @Test func copiesThatWereStoppedBeginAnew() throws {
        let bed = try CopyFixture(screen.display)
        try bed.copy(into: 0)
        bed.backend.prepareGrab(bed.whole, into: 1)
        #expect(try bed.backend.takeEvents() == [])
        try screen.stopCopies()
        try bed.wait(for: .damaged)
        #expect(try bed.take(from: 1) == bed.whole)
    }

    @Test func aPartOfAScreenIsNotToBeHadThatWay() {
        #expect {
            try CopyFixture(screen.display, .region(corner, of: nil))
        } throws: {
            ($0 as? CaptureError)?.code == .unsupported && "\($0)".contains("--region")
        }
    }
}
