import Glibc

/// Bytes of 0xAA whose last one ends where memory ends: reading one past it is a segmentation fault.
final class GuardedMemory {
    private static let pageBytes = 4096

    let bytes: UnsafeMutablePointer<UInt8>
    private let mapping: UnsafeMutableRawPointer
    private let mappedBytes: Int

    init(count: Int) {
        let pages = (count + Self.pageBytes - 1) / Self.pageBytes
        mappedBytes = (pages + 1) * Self.pageBytes
        mapping = mmap(nil, mappedBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        precondition(mapping != MAP_FAILED && mprotect(mapping + pages * Self.pageBytes, Self.pageBytes, PROT_NONE) == 0)
        bytes = (mapping + (pages * Self.pageBytes - count)).assumingMemoryBound(to: UInt8.self)
        bytes.update(repeating: 0xAA, count: count)
    }

    deinit { munmap(mapping, mappedBytes) }
}
