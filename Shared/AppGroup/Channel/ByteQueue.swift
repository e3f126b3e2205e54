/// Bytes in order, in memory of a fixed size that is made once. One thread at a time.
final class ByteQueue {
    private let storage: UnsafeMutableRawBufferPointer
    private var held = 0..<0

    /// - Parameter bytes: how many it can hold, 1 or more.
    init(bytes: Int) { storage = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes, alignment: 16) }

    deinit { storage.deallocate() }

    var isEmpty: Bool { held.isEmpty }
    /// How many more can be held.
    var free: Int { storage.count - held.count }
    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: storage[held]) }

    /// Where more can be written, all that is free.
    var room: UnsafeMutableRawBufferPointer {
        if held.lowerBound > 0 {
            storage.baseAddress!.copyMemory(from: storage.baseAddress! + held.lowerBound, byteCount: held.count)
            held = 0..<held.count
        }
        return UnsafeMutableRawBufferPointer(rebasing: storage[held.upperBound...])
    }

    /// So many bytes were written into `room`.
    func appended(_ count: Int) { held = held.lowerBound..<(held.upperBound + count) }

    /// - Parameter bytes: not more than are free.
    func append(_ bytes: UnsafeRawBufferPointer) {
        room.copyMemory(from: bytes)
        appended(bytes.count)
    }

    func consume(_ count: Int) { held = held.count == count ? 0..<0 : (held.lowerBound + count)..<held.upperBound }

    func clear() { held = 0..<0 }
}
