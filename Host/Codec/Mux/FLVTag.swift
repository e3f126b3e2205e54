/// A tag of FLV as bytes (Adobe, "Video File Format Specification", E.4.1), which libavformat writes for media alone.
enum FLVTag {
    private static let dataKind: UInt8 = 18
    private static let headerBytes = 11

    /// Script data, with the length that follows each tag.
    /// - Parameter milliseconds: since the file's beginning.
    static func data(_ body: [UInt8], milliseconds: Int64) -> [UInt8] {
        let time = UInt32(truncatingIfNeeded: milliseconds)
        var tag = [dataKind] + bytes(UInt32(body.count)).dropFirst()
        // The highest byte of the time comes last; then a stream's number, which is 0 in files.
        tag += bytes(time).dropFirst() + bytes(time).prefix(1) + [0, 0, 0]
        return tag + body + bytes(UInt32(headerBytes + body.count))
    }

    private static func bytes(_ number: UInt32) -> [UInt8] { withUnsafeBytes(of: number.bigEndian) { Array($0) } }
}
