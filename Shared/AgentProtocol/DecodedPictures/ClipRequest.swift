/// What a host asks of a process that decodes a clip for it: one packet, first of all, with the opened file as its descriptor.
///
/// Between two programs of one build, over a socket that no other process reaches: no part of `Shared/PROTOCOL.md`.
public struct ClipRequest: Hashable, Sendable {
    /// Of a path, in UTF-8.
    public static let longestNameBytes = 16 * 1024

    /// The file's path: for what it says to people, and since its ending may say what it is.
    public var name: String
    /// Which part of it, from its start; 0 or more. An end of 0 is the file's own.
    public var fromNanoseconds: Int64
    public var toNanoseconds: Int64

    public init(name: String, fromNanoseconds: Int64 = 0, toNanoseconds: Int64 = 0) {
        (self.name, self.fromNanoseconds, self.toNanoseconds) = (name, fromNanoseconds, toNanoseconds)
    }

    /// - Returns: false when the name is too long.
    public func encode(into buffer: WireBuffer) -> Bool {
        guard name.utf8.count <= Self.longestNameBytes else { return false }
        buffer.clear()
        buffer.integer(fromNanoseconds)
        buffer.integer(toNanoseconds)
        buffer.integer(UInt16(name.utf8.count))
        for byte in name.utf8 { buffer.integer(byte) }
        return true
    }

    public init(decoding bytes: UnsafeRawBufferPointer) throws(WireError) {
        var reader = WireReader(bytes)
        (fromNanoseconds, toNanoseconds) = (try reader.integer(), try reader.integer())
        guard fromNanoseconds >= 0, toNanoseconds >= 0 else { throw .badValue(field: "part") }
        let count = Int(try reader.integer(UInt16.self))
        guard count <= Self.longestNameBytes, let text = String(validating: try reader.bytes(count), as: UTF8.self) else {
            throw .badValue(field: "name")
        }
        name = text
        try reader.finish()
    }
}
