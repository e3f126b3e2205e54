import Codec
import Platform

/// How far the media of segments reaches. A value.
///
/// A picture is taken to last as long as the one before it; where `beginSegment` says so, in its segment: in a ladder a hole may lie before that.
struct MediaReach {
    private(set) var end = MediaTime.zero
    private var lastPicture: MediaTime?

    /// How long pictures of earlier segments lasted says nothing of the next.
    mutating func beginSegment() { lastPicture = nil }

    mutating func note(_ packet: Packet) {
        var span = packet.duration
        if packet.kind == .video {
            if let lastPicture { span = max(span, packet.pts - lastPicture) }
            lastPicture = packet.pts
        }
        end = max(end, packet.pts + span)
    }
}

/// What a segment's or header's number is in the name of its file.
enum SegmentNumber {
    static func text(_ number: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, 6 - digits.count)) + digits
    }
}
