import CaptureKit
import Frames
import Testing

@testable import PipeWireCapture

@Suite struct PointerUpdateTests {
    private func sight(_ x: Int, _ y: Int, isVisible: Bool = true, _ image: PointerSight.ImageEvent = .none) -> PointerSight {
        PointerSight(isVisible: isVisible, position: PointerPosition(x: x, y: y), image: image)
    }

    /// Applies an image of words whose bytes are the numbers of colours: red 1, green 2, blue 3, alpha 4.
    private func apply(
        _ update: PointerUpdate, _ order: PointerSight.Image.Order = .rgba, width: Int = 3, height: Int = 2, hot: (Int, Int) = (1, 1), at x: Int = 5
    ) -> ScreenEvents {
        let bytes: [UInt8] =
            switch order {
            case .rgba: [1, 2, 3, 4]
            case .bgra: [3, 2, 1, 4]
            case .argb: [4, 1, 2, 3]
            case .abgr: [4, 3, 2, 1]
            }
        // Rows are padded with what must not be seen.
        let row: [UInt8] = Array(Array(repeating: bytes, count: width).joined()) + [9, 9, 9, 9]
        let all = Array(Array(repeating: row, count: height).joined())
        return all.withUnsafeBytes { pixels in
            update.apply(
                sight(
                    x, 6,
                    .pixels(
                        PointerSight.Image(
                            size: PixelSize(width: width, height: height), hotSpot: PointerPosition(x: hot.0, y: hot.1),
                            pixels: pixels.baseAddress!, strideBytes: row.count, order: order))))
        }
    }

    private struct Seen: Equatable {
        var size = PixelSize(width: 0, height: 0)
        var hot: [Int] = []
        var pixels: [UInt8] = []
    }

    private func seen(_ update: PointerUpdate) -> Seen? {
        var seen: Seen?
        update.withImage { seen = Seen(size: $0.size, hot: [$0.hotSpotX, $0.hotSpotY], pixels: Array($0.pixels)) }
        return seen
    }

    @Test(arguments: [PointerSight.Image.Order.rgba, .bgra, .argb, .abgr]) func anImageIsKeptInOurOrder(order: PointerSight.Image.Order) {
        let update = PointerUpdate()
        #expect(apply(update, order) == [.pointerImageChanged, .pointerMoved])
        #expect(
            seen(update)
                == Seen(
                    size: PixelSize(width: 3, height: 2), hot: [1, 1],
                    pixels: Array(Array(repeating: [UInt8](arrayLiteral: 3, 2, 1, 4), count: 6).joined())))
        #expect(update.position == PointerPosition(x: 5, y: 6))
    }

    @Test func onlyWhatChangedIsChanges() {
        let update = PointerUpdate()
        _ = apply(update)
        #expect(update.apply(sight(5, 6)) == [])
        #expect(update.apply(sight(7, 6)) == .pointerMoved)
        #expect(update.apply(sight(0, 0, isVisible: false)) == .pointerMoved && update.position == nil)
        #expect(update.apply(sight(0, 0, isVisible: false)) == [])
        #expect(update.apply(sight(7, 6)) == .pointerMoved, "with the image of before")
        #expect(seen(update) != nil)
    }

    /// A compositor does not send the image again to an agent that comes in the place of another one.
    @Test func aPointerIsSeenBeforeItsImageHasCome() {
        let update = PointerUpdate()
        #expect(update.apply(sight(1, 1)) == .pointerMoved)
        #expect(seen(update) == nil && update.position == PointerPosition(x: 1, y: 1))
    }

    @Test func anEmptyImageHidesItUntilThereIsAnother() {
        let update = PointerUpdate()
        _ = apply(update)
        #expect(update.apply(sight(5, 6, .empty)) == .pointerMoved && update.position == nil && seen(update) == nil)
        #expect(update.apply(sight(8, 6)) == [])
        #expect(apply(update) == [.pointerImageChanged, .pointerMoved])
    }

    @Test func aLargeImageIsCutAroundItsHotSpot() {
        let update = PointerUpdate()
        _ = apply(update, width: 384, height: 300, hot: (300, 290))
        let large = seen(update)
        #expect(large?.size == PixelSize(width: 256, height: 256))
        #expect(large?.hot == [300 - 128, 290 - 44])
        _ = apply(update, width: 2, height: 1, hot: (900, -4))
        #expect(seen(update) == Seen(size: PixelSize(width: 2, height: 1), hot: [1, 0], pixels: [3, 2, 1, 4, 3, 2, 1, 4]), "a hot spot lies within")
    }
}
