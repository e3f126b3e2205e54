import AgentProtocol
import Frames

/// Puts a pointer's image together from the messages that carry its rows; anything out of order starts over.
struct PointerAssembler {
    private var size = PixelSize(width: 0, height: 0)
    private var pixels: [UInt8] = []
    private var nextRow = 0

    /// Takes rows in; gives the shape when the last ones came.
    mutating func take(_ rows: PointerImageRows) -> PointerShape? {
        if rows.firstRow == 0 {
            size = rows.size
            pixels.removeAll(keepingCapacity: true)
            nextRow = 0
        }
        guard rows.size == size, rows.firstRow == nextRow else { return nil }
        pixels.append(contentsOf: rows.pixels)
        nextRow += rows.rowCount
        guard nextRow == size.height else { return nil }
        nextRow = -1
        return PointerShape(size: size, hotSpotX: rows.hotSpotX, hotSpotY: rows.hotSpotY, pixels: pixels)
    }
}
