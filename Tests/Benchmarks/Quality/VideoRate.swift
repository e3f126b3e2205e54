import Fixtures
import Foundation

/// The bit rate of the video in a recording, as it arrived.
struct VideoRate {
    /// Bits a second; 0 where there is too little to tell.
    let bitRate: Double

    /// - Parameter start: seconds after the first picture from which on it counts.
    init(of recording: String, from start: Double) throws {
        let packets = try runTool(
            ["ffprobe", "-v", "error", "-select_streams", "v:0", "-show_entries", "packet=pts_time,size", "-of", "csv=p=0", recording],
            timeout: .seconds(120))
        self.init(packets: String(decoding: packets, as: UTF8.self), from: start)
    }

    /// - Parameter packets: lines such as `0.033,5120`, seconds and bytes. The last one only tells how long the one before stood.
    init(packets: String, from start: Double) {
        let all = packets.split(separator: "\n").compactMap { line -> (time: Double, bytes: Double)? in
            let fields = line.split(separator: ",")
            guard fields.count >= 2, let time = Double(fields[0]), let bytes = Double(fields[1]) else { return nil }
            return (time, bytes)
        }
        guard let begin = all.first?.time else {
            bitRate = 0
            return
        }
        let counted = all.filter { $0.time - begin >= start }
        let span = (counted.last?.time ?? 0) - (counted.first?.time ?? 0)
        bitRate = span > 0 ? counted.dropLast().reduce(0) { $0 + $1.bytes } * 8 / span : 0
    }
}
