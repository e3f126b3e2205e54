import Foundation

/// Looks into an FLV file that is being written.
enum FlashVideoFile {
    /// Whether a coded H.264 picture (not only headers) has arrived.
    static func hasPicture(_ path: String) -> Bool {
        guard let data = FileManager.default.contents(atPath: path), data.count > 13 else { return false }
        let bytes = [UInt8](data)
        var at = 13  // file header and the first back pointer
        while at + 13 <= bytes.count {
            // Tag header: type, 24 bits of size, time, stream; then frame and codec, packet type.
            let (type, packet) = (bytes[at] & 0x1f, bytes[at + 12])
            if type == 9, packet == 1 { return true }
            at += 11 + (Int(bytes[at + 1]) << 16 | Int(bytes[at + 2]) << 8 | Int(bytes[at + 3])) + 4
        }
        return false
    }
}
