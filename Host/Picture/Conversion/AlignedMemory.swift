/// Memory with one owner, aligned to pages; freed with it. Contents begin undefined and are lost when it grows.
final class AlignedMemory {
    static let pageBytes = 4096

    private(set) var base: UnsafeMutableRawPointer
    private(set) var capacityBytes: Int

    init(bytes: Int = pageBytes) {
        capacityBytes = bytes
        base = .allocate(byteCount: bytes, alignment: Self.pageBytes)
    }

    /// Allocates only when more is wanted than ever before.
    func reserve(bytes: Int) {
        guard bytes > capacityBytes else { return }
        base.deallocate()
        capacityBytes = bytes
        base = .allocate(byteCount: bytes, alignment: Self.pageBytes)
    }

    deinit { base.deallocate() }
}
