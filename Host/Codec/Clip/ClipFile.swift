import CLibAV
import CX264
import Platform

/// An encoded clip as bytes of a file: magic, the header of its stream, the packets, and a digest of its name and of all that stands before it.
/// Integers are little-endian.
public enum ClipFile {
    private static let magic: UInt32 = 0x3250_4C43  // "CLP2"
    private static let mostPackets = 1 << 16
    private static let digestBytes = 64

    /// What decides how a clip is encoded, beside its pictures: with another version of a library it may be another stream.
    public static func profile(_ settings: VideoSettings) -> String {
        "\(settings) avcodec \(avcodec_version()) x264 \(X264_BUILD)"
    }

    /// - Parameter name: what says of what the clip was made: by another one it is not read.
    public static func encode(_ clip: EncodedClip, as name: String) throws(CodecError) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(clip.byteCount + clip.packets.count * 8 + 4096)
        let header = clip.stream.withHeader { Array($0) }
        for value in [magic, UInt32(clamping: header.count), UInt32(clamping: clip.packets.count)] { append(value, to: &bytes) }
        bytes += header
        for packet in clip.packets {
            append(UInt32(clamping: packet.byteCount) | (packet.isKeyframe ? 1 << 31 : 0), to: &bytes)
            packet.withBytes { bytes.append(contentsOf: $0) }
        }
        let digest = try ContentDigest()
        digest.add("\(name)\n")
        bytes.withUnsafeBytes { digest.add($0) }
        return bytes + digest.finish().utf8
    }

    /// - Returns: `nil` for what `encode` did not write, or not whole.
    public static func decode(
        _ bytes: UnsafeRawBufferPointer, as name: String, _ settings: VideoSettings, coding: Coding
    ) throws(CodecError) -> EncodedClip? {
        guard bytes.count >= digestBytes + 12 else { return nil }
        let body = UnsafeRawBufferPointer(rebasing: bytes[..<(bytes.count - digestBytes)])
        let digest = try ContentDigest()
        digest.add("\(name)\n")
        digest.add(body)
        guard digest.finish().utf8.elementsEqual(bytes[(bytes.count - digestBytes)...]) else { return nil }
        var offset = 0
        func integer() -> UInt32? {
            guard body.count - offset >= 4 else { return nil }
            defer { offset += 4 }
            return UInt32(littleEndian: body.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
        }
        guard integer() == magic, let headerBytes = integer(), let count = integer(), (1...mostPackets).contains(Int(count)),
            body.count - offset >= Int(headerBytes)
        else { return nil }
        let stream = try StreamDescription(coding, settings, header: Array(body[offset..<offset + Int(headerBytes)]))
        offset += Int(headerBytes)
        var packets: [Packet] = []
        for index in 0..<Int(count) {
            guard let word = integer() else { return nil }
            let length = Int(word & 0x7FFF_FFFF)
            guard length > 0, body.count - offset >= length else { return nil }
            let time = MediaTime.zero + settings.fps.time(of: Int64(index))
            packets.append(
                try Packet(
                    copying: UnsafeRawBufferPointer(rebasing: body[offset..<offset + length]), coding: coding, isKeyframe: word >> 31 == 1, at: time,
                    stream: stream))
            offset += length
        }
        guard offset == body.count, packets[0].isKeyframe else { return nil }
        return EncodedClip(settings: settings, stream: stream, packets: packets)
    }

    private static func append(_ value: UInt32, to bytes: inout [UInt8]) { withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) } }
}
