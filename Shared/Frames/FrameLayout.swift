/// Where each slot lies in the frame memory. Computed here, once, for both processes: neither sends an offset.
public struct FrameLayout: Hashable, Sendable {
    /// Slots begin on pages of this size whatever the machine's own, so that the layout is part of the protocol.
    public static let pageBytes = 4096
    public static let slotCounts = 2...8

    public let geometry: FrameGeometry
    public let slotCount: Int

    /// `nil` when `slotCount` is not in 2...8.
    public init?(geometry: FrameGeometry, slotCount: Int = 3) {
        guard Self.slotCounts.contains(slotCount) else { return nil }
        (self.geometry, self.slotCount) = (geometry, slotCount)
    }

    public var slotBytes: Int { (geometry.frameBytes + Self.pageBytes - 1) / Self.pageBytes * Self.pageBytes }
    public var totalBytes: Int { slotBytes * slotCount }

    /// Offset of a slot's first pixel from the start of the memory. `slot` must be in `0 ..< slotCount`.
    public func offsetBytes(ofSlot slot: Int) -> Int {
        precondition(slot >= 0 && slot < slotCount, "slot out of range")
        return slot * slotBytes
    }
}
