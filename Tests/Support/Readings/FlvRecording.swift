import Fixtures
import Foundation

/// The coded pictures and sounds of an FLV recording, with the times that they were sent with: what a player's clock sees,
/// before any decoder smooths it.
public struct FlvRecording: Sendable {
    public struct Picture: Hashable, Sendable {
        /// When it is decoded; whole milliseconds are all that FLV and RTMP carry.
        public let decodingMilliseconds: Int
        public let presentationMilliseconds: Int
        public let isKeyframe: Bool
    }

    /// Data that is no media, such as `onTextData`.
    public struct Script: Hashable, Sendable {
        public let milliseconds: Int
        /// AMF.
        public let body: [UInt8]
    }

    public let scripts: [Script]
    public let pictures: [Picture]
    /// When each AAC frame is played, in milliseconds.
    public let sounds: [Int]

    private static let (soundTag, pictureTag, scriptTag) = (UInt8(8), UInt8(9), UInt8(18))

    /// Reads a whole file; a tag that is cut off at its end is left out.
    public init(_ path: String) throws {
        guard let data = FileManager.default.contents(atPath: path), data.starts(with: Array("FLV".utf8)) else {
            throw FixtureError("\(path) is no FLV file")
        }
        let bytes = [UInt8](data)
        func number(_ at: Int, _ count: Int) -> Int { bytes[at..<at + count].reduce(0) { $0 << 8 | Int($1) } }
        var pictures: [Picture] = []
        var sounds: [Int] = []
        var scripts: [Script] = []
        var at = 13  // file header and the first back pointer
        while at + 16 <= bytes.count {
            let size = number(at + 1, 3)
            guard at + 11 + size <= bytes.count else { break }
            let time = number(at + 4, 3) | Int(bytes[at + 7]) << 24
            if bytes[at] & 0x1f == Self.scriptTag {
                scripts.append(Script(milliseconds: time, body: Array(bytes[at + 11..<at + 11 + size])))
                at += 11 + size + 4
                continue
            }
            // After the tag's header: frame type and codec (sound: format), then the packet's type: 1 is coded media.
            if size > 5, bytes[at + 12] == 1 {
                if bytes[at] & 0x1f == Self.pictureTag {
                    let offset = Int(Int32(truncatingIfNeeded: number(at + 13, 3) << 8) >> 8)
                    pictures.append(
                        Picture(decodingMilliseconds: time, presentationMilliseconds: time + offset, isKeyframe: bytes[at + 11] >> 4 == 1))
                } else if bytes[at] & 0x1f == Self.soundTag {
                    sounds.append(time)
                }
            }
            at += 11 + size + 4
        }
        (self.pictures, self.sounds, self.scripts) = (pictures, sounds, scripts)
    }
}
