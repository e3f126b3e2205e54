import Fixtures
import Foundation

/// The coded pictures and sounds of any recording that ffprobe reads, as they lie in it.
public struct RecordedPackets: Sendable {
    public struct Packet: Hashable, Sendable {
        /// When it is shown or heard, from the recording's own begin, in seconds.
        public let time: Double
        /// Of what it holds.
        public let hash: String
    }

    public let pictures: [Packet]
    public let sounds: [Packet]

    public init(_ recording: String, timeout: Duration = .seconds(300)) throws {
        let text = try runTool(
            [
                "ffprobe", "-v", "error", "-show_data_hash", "crc32", "-show_entries", "packet=codec_type,pts_time,data_hash", "-of",
                "csv=p=0", recording,
            ], timeout: timeout)
        self.init(text: String(decoding: text, as: UTF8.self))
    }

    /// - Parameter text: lines such as `video,0.033000,CRC32:9c1a2f40`; what has no time is left out.
    init(text: String) {
        var (pictures, sounds): ([Packet], [Packet]) = ([], [])
        for line in text.split(separator: "\n") {
            let fields = line.split(separator: ",")
            guard fields.count >= 3, let time = Double(fields[1]) else { continue }
            let packet = Packet(time: time, hash: String(fields[2]))
            if fields[0] == "video" { pictures.append(packet) } else if fields[0] == "audio" { sounds.append(packet) }
        }
        (self.pictures, self.sounds) = (pictures, sounds)
    }

    /// How far from one to the next it is, wherever that is more than `interval` and a half, in seconds.
    public static func gaps(_ packets: [Packet], over interval: Double) -> [Double] {
        zip(packets, packets.dropFirst()).map { $1.time - $0.time }.filter { $0 > 1.5 * interval }
    }

    /// Pictures of this recording that another one lacks which has a part of it, from that one's first picture to its last but one (which
    /// may be cut off); all of them where that is no part of this one. Pictures of the same content may come again and again.
    public func picturesMissing(inPart part: RecordedPackets) -> Int {
        let (mine, theirs) = (pictures.map(\.hash), part.pictures.dropLast().map(\.hash))
        guard let first = theirs.first else { return 0 }
        let counts = mine.indices.filter { mine[$0] == first }.compactMap { start -> Int? in
            var (at, missing) = (start, 0)
            for hash in theirs {
                while at < mine.count, mine[at] != hash { (at, missing) = (at + 1, missing + 1) }
                guard at < mine.count else { return nil }
                at += 1
            }
            return missing
        }
        return counts.min() ?? theirs.count
    }

    /// Pictures of this recording that the other one lacks, from the first to the last that both have; all where they share none.
    public func picturesMissing(in other: RecordedPackets) -> Int {
        let there = Set(other.pictures.map(\.hash))
        guard let first = pictures.firstIndex(where: { there.contains($0.hash) }),
            let last = pictures.lastIndex(where: { there.contains($0.hash) })
        else { return pictures.count }
        return pictures[first...last].count { !there.contains($0.hash) }
    }
}
