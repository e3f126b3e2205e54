/// Where a message is put together: 64 KiB made once, written from the start for each message.
///
/// One thread at a time. The pages that are never written cost nothing.
public final class WireBuffer {
    /// No message of the protocol is longer, header included.
    public static let capacity = 64 * 1024

    private let storage = UnsafeMutableRawPointer.allocate(byteCount: WireBuffer.capacity, alignment: 16)
    private var count = 0

    public init() {}

    deinit { storage.deallocate() }

    /// The message written last; valid until the next one is begun.
    public var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: storage, count: count) }

    func clear() { count = 0 }

    func begin(_ kind: MessageKind) {
        clear()
        integer(MessageHeader.magic)
        integer(MessageHeader.version)
        integer(kind.rawValue)
        integer(UInt32(0))
    }

    /// Writes the length into the header.
    func finish() {
        storage.storeBytes(of: UInt32(count - MessageHeader.bytes).littleEndian, toByteOffset: 4, as: UInt32.self)
    }

    func integer<Value: FixedWidthInteger>(_ value: Value) {
        precondition(count + MemoryLayout<Value>.size <= Self.capacity, "message too long")
        storage.storeBytes(of: value.littleEndian, toByteOffset: count, as: Value.self)
        count += MemoryLayout<Value>.size
    }

    func flag(_ value: Bool) { integer(value ? UInt8(1) : 0) }

    func raw(_ source: UnsafeRawBufferPointer) {
        precondition(count + source.count <= Self.capacity, "message too long")
        guard let base = source.baseAddress else { return }
        (storage + count).copyMemory(from: base, byteCount: source.count)
        count += source.count
    }

    /// Cuts at a character boundary to what the field takes, and replaces control characters: whatever we send can be read.
    func text(_ value: String, atMost limit: Int) {
        var scalars = String.UnicodeScalarView()
        var length = 0
        for scalar in value.unicodeScalars {
            let kept = WireReader.isAllowed(scalar) ? scalar : " "
            let size = UTF8.width(kept)
            guard length + size <= min(limit, 255) else { break }
            scalars.append(kept)
            length += size
        }
        integer(UInt8(length))
        for byte in String(scalars).utf8 { integer(byte) }
    }
}
