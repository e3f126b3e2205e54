import Glibc
import Platform

/// What travels in one direction between an agent and its compositor: bytes that may be sent on, then bytes that wait to be judged, and
/// descriptors. Bounded: what does not fit stays in the kernel, and its sender waits.
///
/// One thread at a time; owns its descriptors.
final class WaylandQueue {
    /// Any message fits.
    static let capacity = WaylandMessage.longest + 1
    /// So many may wait before no more are taken in; messages wait for their own, so that some must be taken ahead.
    private static let mostDescriptors = 2 * PassingStream.mostPassed

    private let storage = UnsafeMutableRawBufferPointer.allocate(byteCount: capacity, alignment: 8)
    private var filled = 0
    /// How many bytes may be sent on.
    private(set) var ready = 0
    private var descriptors: [Int32] = []

    deinit {
        for descriptor in descriptors { close(descriptor) }
        storage.deallocate()
    }

    /// Whether there is room for more.
    var isOpen: Bool { filled < Self.capacity && descriptors.count + PassingStream.mostPassed <= Self.mostDescriptors }

    /// What `receive` found.
    enum Arrival {
        case taken
        /// The connection has ended.
        case end
        /// More descriptors came at once than any message carries.
        case flood
    }

    /// Takes in what came, while it is open.
    func receive(from stream: PassingStream) -> Arrival {
        var areLost = false
        let room = UnsafeMutableRawBufferPointer(rebasing: storage[filled...])
        switch stream.receive(into: room, passed: &descriptors, areLost: &areLost) {
        case .end: return .end
        case .nothing: return .taken
        case .bytes(let count): filled += count
        }
        return areLost ? .flood : .taken
    }

    /// Takes in what fits of these bytes, and returns how many.
    func receive(_ bytes: UnsafeRawBufferPointer) -> Int {
        let count = min(bytes.count, Self.capacity - filled)
        UnsafeMutableRawBufferPointer(rebasing: storage[filled..<filled + count]).copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<count]))
        filled += count
        return count
    }

    /// Judges the messages that are complete.
    ///
    /// - Parameter malformed: what a message without a possible length is.
    /// - Returns: why the connection is to end, if it is: what was judged before may still be sent on.
    func judge(malformed: WaylandFilter.Offence, _ verdict: (WaylandMessage) -> WaylandFilter.Verdict) -> WaylandFilter.Offence? {
        while filled - ready >= WaylandMessage.headerBytes {
            let rest = UnsafeMutableRawBufferPointer(rebasing: storage[ready..<filled])
            guard let length = WaylandMessage.length(UnsafeRawBufferPointer(rest)) else { return malformed }
            guard length <= rest.count else { return nil }
            switch verdict(WaylandMessage(bytes: UnsafeMutableRawBufferPointer(rebasing: rest[..<length]))) {
            case .pass: ready += length
            case .drop: remove(ready..<ready + length)
            case .cut(let offence): return offence
            }
        }
        return nil
    }

    /// What may be sent on.
    var content: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: storage[..<ready]) }

    /// Sends on as much as the other side takes.
    func send(to stream: PassingStream) {
        while ready > 0 {
            // Descriptors may come too early, never too late: while there are more than go with one call, they go with a byte each time.
            let passed = descriptors.prefix(PassingStream.mostPassed)
            let count = stream.send(descriptors.count > passed.count ? UnsafeRawBufferPointer(rebasing: content[..<1]) : content, passing: passed)
            guard count > 0 else { return }
            for descriptor in passed { close(descriptor) }
            descriptors.removeFirst(passed.count)
            dropReady(count)
        }
    }

    /// So many bytes were sent on.
    func dropReady(_ count: Int) {
        remove(0..<count)
        ready -= count
    }

    /// Forgets what waits to be judged, and adds a message of ours in its place, if there is room.
    func finish(with words: [UInt32]) {
        filled = ready
        words.withUnsafeBytes { bytes in
            guard bytes.count <= Self.capacity - filled else { return }
            ready += receive(bytes)
        }
    }

    private func remove(_ range: Range<Int>) {
        memmove(storage.baseAddress! + range.lowerBound, storage.baseAddress! + range.upperBound, filled - range.upperBound)
        filled -= range.count
    }
}
