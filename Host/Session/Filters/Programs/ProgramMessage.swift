import Frames

/// The messages between host and a filter of its own process, byte by byte as `Shared/FILTERS.md` has them.
enum ProgramMessage {
    static let signature: [UInt8] = Array("SPLTFLT1".utf8)
    static let headerBytes = 24

    private enum Kind: UInt32 {
        case hello = 1
        case memory, frame, done
    }

    /// What a filter may say.
    enum Received: Hashable {
        case hello
        case done(number: UInt64)
    }

    /// - Returns: `nil` for anything but a whole message of a filter.
    static func read(_ bytes: UnsafeRawBufferPointer) -> Received? {
        guard bytes.count == headerBytes, bytes.prefix(signature.count).elementsEqual(signature) else { return nil }
        let kind = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt32.self))
        let rest = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 12, as: UInt32.self))
        let number = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: 16, as: UInt64.self))
        guard rest == 0 else { return nil }
        switch Kind(rawValue: kind) {
        case .hello: return number == 0 ? .hello : nil
        case .done: return .done(number: number)
        case .memory, .frame, nil: return nil
        }
    }

    /// Goes with the memory's descriptor.
    static func memory(_ memory: ProgramMemory, number: UInt64) -> [UInt8] {
        let strides = ProgramMemory.strides(memory.size)
        var bytes = header(.memory, number)
        for word in [memory.size.width, memory.size.height, strides.luma, strides.chroma] { append(UInt32(clamping: word), to: &bytes) }
        for word in [memory.byteCount, 0, ProgramMemory.pictureBytes(memory.size)] { append(UInt64(clamping: word), to: &bytes) }
        return bytes
    }

    static func frame(_ number: UInt64) -> [UInt8] { header(.frame, number) }

    private static func header(_ kind: Kind, _ number: UInt64) -> [UInt8] {
        var bytes = signature
        append(kind.rawValue, to: &bytes)
        append(UInt32(0), to: &bytes)
        append(number, to: &bytes)
        return bytes
    }

    private static func append(_ word: some FixedWidthInteger, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: word.littleEndian) { bytes.append(contentsOf: $0) }
    }
}
