/// What a host asks of a process that decodes audio for it: one packet, first of all, with the opened file as its descriptor if it is one.
///
/// Between two programs of one build, over a socket that no other process reaches: no part of `Shared/PROTOCOL.md`.
public struct DecodingRequest: Hashable, Sendable {
    /// Of a path or an address, in UTF-8.
    public static let longestLocationBytes = 16 * 1024

    /// An address; of a file its name, whose ending may say what it is.
    public var location: String
    public var isFile: Bool
    /// At the end, begins again.
    public var isLooping: Bool
    /// How long opening may take, and each piece afterwards.
    public var openMilliseconds: UInt32
    public var readMilliseconds: UInt32
    /// `http_proxy` and `no_proxy` as the host has them: they may hold a password, and an environment shows.
    public var proxy: String
    public var noProxy: String

    public init(
        location: String, isFile: Bool, isLooping: Bool, openMilliseconds: UInt32, readMilliseconds: UInt32, proxy: String = "", noProxy: String = ""
    ) {
        (self.location, self.isFile, self.isLooping) = (location, isFile, isLooping)
        (self.openMilliseconds, self.readMilliseconds) = (openMilliseconds, readMilliseconds)
        (self.proxy, self.noProxy) = (proxy, noProxy)
    }

    /// - Returns: false when one of its texts is too long.
    public func encode(into buffer: WireBuffer) -> Bool {
        let texts = [location, proxy, noProxy]
        guard texts.allSatisfy({ $0.utf8.count <= Self.longestLocationBytes }) else { return false }
        buffer.clear()
        buffer.flag(isFile)
        buffer.flag(isLooping)
        buffer.integer(openMilliseconds)
        buffer.integer(readMilliseconds)
        for text in texts {
            buffer.integer(UInt16(text.utf8.count))
            for byte in text.utf8 { buffer.integer(byte) }
        }
        return true
    }

    public init(decoding bytes: UnsafeRawBufferPointer) throws(WireError) {
        var reader = WireReader(bytes)
        (isFile, isLooping) = (try reader.flag("kind"), try reader.flag("loop"))
        (openMilliseconds, readMilliseconds) = (try reader.integer(), try reader.integer())
        location = try Self.text(&reader)
        proxy = try Self.text(&reader)
        noProxy = try Self.text(&reader)
        try reader.finish()
    }

    private static func text(_ reader: inout WireReader) throws(WireError) -> String {
        let count = Int(try reader.integer(UInt16.self))
        guard count <= longestLocationBytes, let text = String(validating: try reader.bytes(count), as: UTF8.self) else {
            throw .badValue(field: "text")
        }
        return text
    }

    /// What the host says later, any number of times: whether it begins again at its end.
    public static func encode(looping isLooping: Bool, into buffer: WireBuffer) {
        buffer.clear()
        buffer.flag(isLooping)
    }

    /// The same, read.
    public static func looping(_ bytes: UnsafeRawBufferPointer) throws(WireError) -> Bool {
        var reader = WireReader(bytes)
        let isLooping = try reader.flag("loop")
        try reader.finish()
        return isLooping
    }
}
