import CaptureKit
import Frames

/// The pointer as buffers report it: where it is, and its image, copied, since the buffer goes back at once.
///
/// At most 256 KiB, for the largest image; the memory grows with the images that come and is kept.
final class PointerUpdate {
    /// In the buffer's pixels; `nil` when it is not to be seen.
    private(set) var position: PointerPosition?
    private var hasImage = false
    /// It was said to look like nothing. Before its image has come it may still be seen: a compositor sends that to the first stream of its
    /// session alone, and the host has the image that an agent before this one sent.
    private var isEmpty = false
    private var size = PixelSize(width: 1, height: 1)
    private var hotSpot = PointerPosition(x: 0, y: 0)
    private var store = UnsafeMutableRawBufferPointer(start: nil, count: 0)

    deinit { store.deallocate() }

    /// What of the pointer has changed.
    func apply(_ sight: PointerSight) -> ScreenEvents {
        var events: ScreenEvents = []
        switch sight.image {
        case .none: break
        case .empty: (hasImage, isEmpty) = (false, true)
        case .pixels(let image):
            keep(image)
            events.insert(.pointerImageChanged)
        }
        let now = sight.isVisible && !isEmpty ? sight.position : nil
        if now != position { events.insert(.pointerMoved) }
        position = now
        return events
    }

    func withImage(_ body: (borrowing PointerImage) -> Void) {
        guard hasImage else { return }
        body(
            PointerImage(
                size: size, hotSpotX: hotSpot.x, hotSpotY: hotSpot.y,
                pixels: UnsafeRawBufferPointer(rebasing: store[0..<size.width * size.height * 4])))
    }

    private func keep(_ image: PointerSight.Image) {
        let hotX = min(max(image.hotSpot.x, 0), image.size.width - 1), hotY = min(max(image.hotSpot.y, 0), image.size.height - 1)
        let kept = PointerCrop(size: image.size, hotX: hotX, hotY: hotY).rectangle
        let bytes = kept.area * 4
        if store.count < bytes {
            store.deallocate()
            store = .allocate(byteCount: bytes, alignment: 16)
        }
        let first = image.pixels + kept.y * image.strideBytes + kept.x * 4
        FrameCopy.copyWords(
            from: first, strideBytes: image.strideBytes, to: store.baseAddress!, strideBytes: kept.width * 4, size: kept.size,
            image.order.asPixels)
        (size, hotSpot, hasImage) = (kept.size, PointerPosition(x: hotX - kept.x, y: hotY - kept.y), true)
        isEmpty = false
    }
}

extension PointerSight.Image.Order {
    /// Whose unused byte lies where alpha lies here.
    fileprivate var asPixels: StreamFormat.Arrangement {
        switch self {
        case .rgba: .rgbx
        case .bgra: .bgrx
        case .argb: .xrgb
        case .abgr: .xbgr
        }
    }
}
