import Frames
import Platform
import Testing

@testable import Session

/// Which part of a source a zoom shows, and how it gets there.
struct ZoomCameraTests {
    private static let base = PixelRectangle(x: 0, y: 0, width: 1280, height: 720)
    private let start = MediaTime.zero + .seconds(100)

    /// Until nothing moves, a picture at a time; what was shown of each.
    @discardableResult private func settle(
        _ camera: inout ZoomCamera, _ zoom: Zoom, base: PixelRectangle = base, pointer: (x: Int, y: Int)?, from: MediaTime
    ) -> [PixelRectangle?] {
        var parts: [PixelRectangle?] = []
        for picture in 0..<300 {
            let isMoving = camera.step(to: zoom, of: base, pointer: pointer, at: from + .milliseconds(33 * picture))
            parts.append(camera.part(of: base))
            if !isMoving { return parts }
        }
        Issue.record("it never rests")
        return parts
    }

    @Test(arguments: [
        // In its middle, as far as there is picture around it; larger than what is shown, it is in the middle too.
        (PixelRectangle(x: 600, y: 300, width: 200, height: 100), PixelRectangle(x: 380, y: 170, width: 640, height: 360)),
        (PixelRectangle(x: 0, y: 0, width: 100, height: 80), PixelRectangle(x: 0, y: 0, width: 640, height: 360)),
        (PixelRectangle(x: 1000, y: 500, width: 2000, height: 2000), PixelRectangle(x: 640, y: 360, width: 640, height: 360)),
        (PixelRectangle(x: 200, y: 100, width: 900, height: 500), PixelRectangle(x: 330, y: 170, width: 640, height: 360)),
    ]) func theFocusedWindowIsInTheMiddle(window: PixelRectangle, part: PixelRectangle) {
        var camera = ZoomCamera()
        let zoom = Zoom(2, follow: .window)
        func settle(_ focus: PixelRectangle?, from: MediaTime) {
            for picture in 0..<90 {
                _ = camera.step(to: zoom, of: Self.base, pointer: (1, 1), focus: focus, at: from + .milliseconds(33 * picture))
            }
        }
        settle(window, from: start)
        #expect(camera.part(of: Self.base) == part)
        // Where none has the focus any more, it stays; so does one that is elsewhere.
        settle(nil, from: start + .seconds(10))
        settle(PixelRectangle(x: -300, y: 0, width: 200, height: 100), from: start + .seconds(20))
        #expect(camera.part(of: Self.base) == part)
    }

    @Test func allIsShownWithoutZoom() {
        var camera = ZoomCamera()
        #expect(camera.part(of: Self.base) == nil)
        let isMoving = camera.step(to: Zoom(1), of: Self.base, pointer: (10, 10), at: start)
        #expect(!isMoving)
        #expect(camera.part(of: Self.base) == nil)
    }

    @Test func withoutAPointerTheMiddleIsShown() {
        for pointer in [nil, (x: 0, y: 0)] {
            var camera = ZoomCamera()
            settle(&camera, Zoom(2, follow: pointer == nil ? .pointer : .off), pointer: pointer, from: start)
            #expect(camera.part(of: Self.base) == PixelRectangle(x: 320, y: 180, width: 640, height: 360))
        }
    }

    @Test func itNeverLeavesTheSource() {
        for (x, y, corner) in [(0, 0, (0, 0)), (1279, 719, (960, 540)), (5000, -200, (960, 0))] {
            var camera = ZoomCamera()
            for part in settle(&camera, Zoom(4), pointer: (x, y), from: start) {
                #expect(part.map { Self.base.contains($0) } ?? true)
            }
            #expect(camera.part(of: Self.base) == PixelRectangle(x: corner.0, y: corner.1, width: 320, height: 180))
        }
    }

    @Test func itStandsStillWhileThePointerIsInTheInnerHalf() {
        var camera = ZoomCamera()
        settle(&camera, Zoom(2), pointer: (640, 360), from: start)
        let before = camera.part(of: Self.base)
        let later = start + .seconds(20)
        for (x, y) in [(640 - 158, 360), (640 + 158, 360 + 88), (640, 360 - 88)] {
            let isMoving = camera.step(to: Zoom(2), of: Self.base, pointer: (x, y), at: later)
            #expect(!isMoving)
            #expect(camera.part(of: Self.base) == before)
        }
        let isMoving = camera.step(to: Zoom(2), of: Self.base, pointer: (900, 360), at: later + .milliseconds(33))
        #expect(isMoving)
        settle(&camera, Zoom(2), pointer: (900, 360), from: later + .milliseconds(66))
        let part = camera.part(of: Self.base)
        // The pointer is at the inner half's edge.
        #expect(part == PixelRectangle(x: 420, y: 180, width: 640, height: 360), "\(String(describing: part))")
    }

    @Test func itGoesThereSmoothlyAlsoAfterARest() {
        var camera = ZoomCamera()
        let parts = settle(&camera, Zoom(2), pointer: (640, 360), from: start).map { $0?.width ?? 1280 }
        #expect(parts.count > 8 && zip(parts, parts.dropFirst()).allSatisfy { $0 >= $1 && $0 - $1 < 320 }, "\(parts)")
        let moves = settle(&camera, Zoom(2), pointer: (1279, 719), from: start + .seconds(3600)).compactMap { $0?.x }
        #expect(moves.count > 8 && zip([320] + moves, moves).allSatisfy { $0 <= $1 && $1 - $0 < 160 }, "\(moves)")
    }

    @Test func itStaysWithinWhatIsCropped() {
        var camera = ZoomCamera()
        let base = PixelRectangle(x: 100, y: 200, width: 301, height: 201)
        settle(&camera, Zoom(16), base: base, pointer: (100, 400), from: start)
        let part = camera.part(of: base)
        #expect(part.map { base.contains($0) && $0.x == 100 && $0.maxY == 401 && $0.width == 18 } == true, "\(String(describing: part))")
        // What is cropped anew is seen at once.
        let other = PixelRectangle(x: 0, y: 0, width: 40, height: 40)
        #expect(camera.part(of: other).map { other.contains($0) } == true)
    }

    @Test func aSourceOfAPixelHasNoPart() {
        var camera = ZoomCamera()
        let base = PixelRectangle(x: 0, y: 0, width: 2, height: 2)
        settle(&camera, Zoom(16), base: base, pointer: (0, 0), from: start)
        #expect(camera.part(of: base) == nil)
    }
}
