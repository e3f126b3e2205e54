import Frames
import Glibc
import Picture
import Platform

/// What viewers see, in memory that other programs read: CONTROL.md, "Preview memory", says how. Made and written by one thread; the descriptor
/// is any thread's.
final class PreviewMemory: @unchecked Sendable {
    // @unchecked: what changes belongs to the thread that writes; the rest is immutable.
    /// The pictures that there are at a time: a reader has the time of two to copy one.
    static let slots = 3
    static let headerBytes = 4096
    /// "SPLITPV1", as the bytes lie.
    static let signature: [UInt8] = Array("SPLITPV1".utf8)
    private static let newest = 40
    private static let end = 48
    private static let slotFields = 64
    private static let slotFieldBytes = 16

    let size: PixelSize
    /// Those who get it can map it for reading alone.
    let descriptor: SharedDescriptor
    private let base: UnsafeMutableRawPointer
    private let views: [I420View]
    /// What of each slot's picture is older than what was shown last.
    private var stale = [PendingDamage](repeating: PendingDamage(), count: PreviewMemory.slots)
    private var number: UInt64 = 0

    static func strides(_ size: PixelSize) -> (luma: Int, chroma: Int) {
        let luma = (size.width + 63) / 64 * 64
        return (luma, luma / 2)
    }

    static func slotBytes(_ size: PixelSize) -> Int { (strides(size).luma * size.height * 3 / 2 + 4095) / 4096 * 4096 }

    static func bytes(_ size: PixelSize) -> Int { headerBytes + slots * slotBytes(size) }

    /// - Parameter size: both sides even. What is not written to costs nothing.
    init(_ size: PixelSize) throws(SystemError) {
        let file = OwnedDescriptor(taking: try makeMemoryFile(named: "splitcast-preview"))
        try systemCall("ftruncate") { ftruncate(file.number, Self.bytes(size)) }
        guard let mapped = mmap(nil, Self.bytes(size), PROT_READ | PROT_WRITE, MAP_SHARED, file.number, 0), mapped != MAP_FAILED else {
            throw SystemError(operation: "mmap", number: errno)
        }
        let strides = Self.strides(size)
        (self.size, base) = (size, mapped)
        views = (0..<Self.slots).map { slot in
            let luma = (mapped + Self.headerBytes + slot * Self.slotBytes(size)).assumingMemoryBound(to: UInt8.self)
            let lumaBytes = strides.luma * size.height
            return I420View(
                size: size, luma: luma, blueChroma: luma + lumaBytes, redChroma: luma + lumaBytes * 5 / 4, lumaStrideBytes: strides.luma,
                chromaStrideBytes: strides.chroma)
        }
        descriptor = SharedDescriptor(file)
        do throws(SystemError) { try sealForReaders(descriptor.number) } catch {
            munmap(mapped, Self.bytes(size))
            throw error
        }
        writeHeader()
    }

    deinit { munmap(base, Self.bytes(size)) }

    private func writeHeader() {
        let strides = Self.strides(size)
        base.copyMemory(from: Self.signature, byteCount: Self.signature.count)
        let words = [size.width, size.height, strides.luma, strides.chroma, Self.slots, Self.headerBytes].map { UInt32($0) }
        for (index, word) in words.enumerated() { base.storeBytes(of: word, toByteOffset: 8 + 4 * index, as: UInt32.self) }
        base.storeBytes(of: UInt64(Self.slotBytes(size)), toByteOffset: 32, as: UInt64.self)
    }

    /// Puts a picture there.
    ///
    /// - Parameters:
    ///   - view: of this memory's size.
    ///   - changed: what differs from the picture before; `nil` for everything.
    func write(_ view: I420View, changed: Damage?, capturedAt time: MediaTime) {
        for index in stale.indices { if let changed { stale[index].add(changed) } else { stale[index].addEverything() } }
        number += 1
        let slot = Int(number % UInt64(Self.slots))
        let fields = base + Self.slotFields + slot * Self.slotFieldBytes
        // A program that reads this slot's older picture sees that it is no more, before a byte of it is another.
        SharedWord(at: fields).announce(number)
        views[slot].copy(from: view, changed: stale[slot].take())
        (fields + 8).storeBytes(of: time.nanoseconds, as: Int64.self)
        SharedWord(at: base + Self.newest).publish(number)
    }

    /// No more pictures come.
    func close() { SharedWord(at: base + Self.end).publish(1) }
}
