import Fixtures
import Foundation
import Platform
import TestSupport

/// What one run over a line left behind. Times in seconds from the line's start.
struct LinkRun {
    struct Picture {
        /// When it was drawn, which is some milliseconds before it was encoded.
        let drawn: Double
        let bytes: Int
        let isKeyframe: Bool
        let stamp: Stamp
    }

    let trace: LinkTrace
    let start: MediaTime
    let scenario: LinkScenario
    /// Those that reached the other side, with the size that they were encoded to.
    let pictures: [Picture]
    let arrivals: [LiveStampReader.Arrival]

    /// Reads a recording: the size of each picture and the stamp in it, which no line can change.
    static func pictures(in recording: String, _ start: MediaTime) throws -> [Picture] {
        let text = try runTool(
            [
                "ffprobe", "-v", "error", "-select_streams", "v:0", "-show_entries", "packet=pts_time,size,flags", "-of", "csv=p=0", recording,
            ], timeout: .seconds(120))
        let packets = String(decoding: text, as: UTF8.self).split(separator: "\n").compactMap { line -> Packet? in
            let fields = line.split(separator: ",")
            guard fields.count >= 3, let time = Double(fields[0]), let bytes = Int(fields[1]) else { return nil }
            return Packet(time: time, bytes: bytes, isKeyframe: fields[2].hasPrefix("K"))
        }
        let frames = try StampReader(recording, timeout: .seconds(300)).frames
        guard let first = packets.first(where: \.isKeyframe), let origin = frames.first?.position.inSeconds else { return [] }
        // A decoder counts from its own begin.
        let byTime = Dictionary(packets.map { (Int((($0.time - first.time) * 1000).rounded()), $0) }) { one, _ in one }
        return frames.compactMap { frame in
            let time = Int(((frame.position.inSeconds - origin) * 1000).rounded())
            guard let stamp = frame.stamp, let packet = byTime[time] ?? byTime[time + 1] ?? byTime[time - 1] else { return nil }
            let drawn = 0 - stamp.age(at: start).inSeconds
            // Drawn after the start, the stamp wraps around.
            let unwrapped = drawn < -2_000_000 ? drawn + 4_294_967.296 : drawn
            return Picture(drawn: unwrapped, bytes: packet.bytes, isKeyframe: packet.isKeyframe, stamp: stamp)
        }
    }

    private struct Packet {
        let time: Double
        let bytes: Int
        let isKeyframe: Bool
    }

    /// Bits that were encoded in between and reached the other side.
    func encoded(from start: Double, to end: Double) -> Double {
        Double(pictures.reduce(0) { $0 + ($1.drawn >= start && $1.drawn < end ? $1.bytes : 0) }) * 8
    }

    /// Of the pictures between key frames, in bytes; `nil` where there is none.
    func meanSize(from start: Double, to end: Double) -> Double? {
        let window = pictures.filter { !$0.isKeyframe && $0.drawn > start && $0.drawn <= end }
        return window.isEmpty ? nil : Double(window.reduce(0) { $0 + $1.bytes }) / Double(window.count)
    }

    /// When pictures came, and how long after they were drawn; each once.
    var delays: [(time: Double, delay: Double)] {
        var highest: UInt32?
        return arrivals.compactMap { arrival in
            guard let number = arrival.stamp?.number, let age = arrival.age, highest.map({ number > $0 }) ?? true else { return nil }
            highest = number
            return ((arrival.time - start).inSeconds, age.inSeconds)
        }
    }

    /// The scenario of the run, a line a second: for people and for plots.
    var table: String {
        let delays = delays
        let lines = (0..<Int(trace.duration / .seconds(1))).map { second -> String in
            let (from, to) = (Double(second), Double(second + 1))
            let worst = delays.filter { $0.time >= from && $0.time < to }.map(\.delay).max()
            let fields = [
                from, trace.capacity(from: .seconds(from), to: .seconds(to)) / 1000, scenario.bits(from: .seconds(from), to: .seconds(to)) / 1000,
                encoded(from: from, to: to) / 1000, (worst ?? 0) * 1000,
            ]
            return fields.map { String(format: "%.0f", $0) }.joined(separator: ",")
        }
        return "second,line kbit/s,arrived kbit/s,encoded kbit/s,worst delay ms\n" + lines.joined(separator: "\n") + "\n"
    }
}
