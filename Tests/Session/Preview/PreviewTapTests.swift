import Delivery
import Fixtures
import Frames
import Picture
import Platform
import Testing

@testable import Session

/// Pictures go to other programs while one asks for them, and no longer.
struct PreviewTapTests {
    private let canvas = SharedCanvas()
    private let tap: PreviewTap

    init() { tap = PreviewTap(canvas, interval: .milliseconds(1)) }

    private func open(_ size: PixelSize) throws {
        try canvas.withState { state in
            try state.open(size)
            state.noteFrame(capturedAt: .now(), isRepaint: false, isCovered: false)
        }
    }

    @Test func beforeTheFirstPictureThereIsNone() throws {
        let error = #expect(throws: DeliveryError.self) { try tap.open() }
        #expect(error?.code == .notNow && error?.message.contains("no picture yet") == true)
    }

    @Test func whoAsksInTimeKeepsItsMemory() throws {
        try open(PixelSize(width: 64, height: 48))
        let (one, two) = (try tap.open(), try tap.open())
        #expect(one.descriptor === two.descriptor)
        #expect(one.report == PreviewReport(width: 64, height: 48, bytes: PreviewMemory.bytes(PixelSize(width: 64, height: 48)), leaseSeconds: 5))
        try waitUntil("the thread") { canvas.withState { $0.viewerCount } == 1 }
        tap.stop()
        #expect(canvas.withState { $0.viewerCount } == 0)
        #expect(try tap.open().descriptor !== one.descriptor)
        tap.stop()
    }

    @Test func anotherSizeIsOtherMemory() throws {
        try open(PixelSize(width: 64, height: 48))
        let one = try tap.open()
        try canvas.withState { try $0.resize(to: PixelSize(width: 128, height: 96), shapes: [:], at: .now()) }
        let two = try tap.open()
        #expect(one.descriptor !== two.descriptor && two.report.width == 128)
        tap.stop()
    }
}
