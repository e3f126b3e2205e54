import Fixtures
import Foundation
import Platform
import ServerFixtures

/// One of two RTMP servers dies and comes back, again and again, while the other one and a recording go on.
///
/// A test card is streamed, 640x360 with 30 pictures a second and silence, to both servers and into a file.
public struct RestartScenario: Sendable {
    public struct Result: Sendable {
        /// Each time that the server was back: from when it listened to the first picture that it received.
        public let returns: [Return]
        /// Outages after which nothing came for 30 s.
        public let failures: Int
        /// What the rest lost.
        public let others: Others
    }

    public struct Return: Hashable, Sendable {
        public let outage: OutagePlan.Outage
        /// Until the server had a picture.
        public let media: Duration
        /// Until the host itself said `target.live`; it looks ten times a second. `nil` when it did not say so.
        public let told: Duration?
    }

    /// What happened meanwhile to those that nothing happened to.
    public struct Others: Sendable {
        /// Of the other target, as the host counts.
        public let dropped: Int
        public let reconnects: Int
        /// Pictures in the recording that the other server lacks, and the other way round.
        public let missing: Int
        public let missingInRecording: Int
        /// Distances in the recording that are too long, in seconds: of pictures, of sounds.
        public let pictureGaps: [Double]
        public let soundGaps: [Double]
        public let pictures: Int
    }

    /// As `--reconnect` takes it; `nil` for the default.
    public var policy: String?
    public var plan = OutagePlan(count: 5, seed: 1)
    /// Called after each outage, with how many there were and the time until media came.
    public var progress: @Sendable (Int, Duration) -> Void = { _, _ in }

    private static let (victim, witness) = (1, 2)
    private static let patience = Duration.seconds(30)

    public init() {}

    public func run() throws -> Result {
        let (server, other, scratch) = (try RTMPServer(), try RTMPServer(), Scratch())
        let file = scratch.file("talk.mkv")
        let stream = try Stream(
            ["live", "--capture", "pattern", "--size", "640x360", "--fps", "30", "--preset", "ultrafast", "--mic", "none", "--http", "off"]
                + ["--to", server.url("talk"), "--to", other.url("talk"), "--record", file] + (policy.map { ["--reconnect", $0] } ?? []))
        try stream.waitUntilLive()
        var came: [(outage: OutagePlan.Outage, listening: MediaTime, media: MediaTime)] = []
        var failures = 0
        for (number, outage) in plan.outages.enumerated() {
            letRun(for: outage.peace)
            try stream.process.expectRunning()
            switch outage.kind {
            case .refused: server.kill()
            case .silent: server.pause()
            }
            letRun(for: outage.down)
            server.kill()
            let listening = try server.startListening()
            guard let media = try Self.firstPicture(at: server, until: listening + Self.patience) else {
                failures += 1
                continue
            }
            came.append((outage, listening, media))
            progress(number + 1, media - listening)
        }
        letRun(for: .seconds(1))
        let told = try Self.livingTimes(of: stream)
        let targets = try stream.targets()
        try stream.stop()
        return Result(
            returns: came.enumerated().map { index, one in
                let end = index + 1 < came.count ? came[index + 1].listening : .now()
                return Return(
                    outage: one.outage, media: one.media - one.listening,
                    told: told.first { $0 >= one.listening && $0 < end }.map { $0 - one.listening })
            }, failures: failures, others: try Self.others(targets, try other.recordings(of: "talk"), file))
    }

    private static func firstPicture(at server: RTMPServer, until deadline: MediaTime) throws -> MediaTime? {
        while try !server.hasPicture(of: "talk") {
            guard MediaTime.now() < deadline else { return nil }
            poll(nil, 0, 2)
        }
        return .now()
    }

    /// When the host said of the target that it is live, by its own clock, which is ours.
    private static func livingTimes(of stream: Stream) throws -> [MediaTime] {
        let text = String(decoding: try stream.command("events", "--json", "--only", "target.live"), as: UTF8.self)
        return try text.split(separator: "\n").compactMap { line in
            guard let event = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], event["target"] as? Int == victim,
                let seconds = event["monotonicSeconds"] as? Double
            else { return nil }
            return MediaTime(nanoseconds: Int64(seconds * 1e9))
        }
    }

    private static func others(_ targets: [[String: Any]], _ received: [String], _ file: String) throws -> Others {
        let target = targets.first { $0["id"] as? Int == witness } ?? [:]
        guard received.count == 1 else { throw FixtureError("the other server has \(received.count) recordings: its stream was interrupted") }
        let (recording, there) = (try RecordedPackets(file), try RecordedPackets(received[0]))
        return Others(
            dropped: target["droppedFrames"] as? Int ?? 0, reconnects: target["reconnects"] as? Int ?? 0,
            missing: recording.picturesMissing(in: there), missingInRecording: there.picturesMissing(in: recording),
            pictureGaps: RecordedPackets.gaps(recording.pictures, over: 1.0 / 30),
            soundGaps: RecordedPackets.gaps(recording.sounds, over: 1024.0 / 48000), pictures: recording.pictures.count)
    }
}
