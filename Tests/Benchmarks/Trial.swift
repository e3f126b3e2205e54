import Fixtures
import Foundation
import Platform
import ServerFixtures
import TestSupport

/// One run: a fresh screen with its workload, one peer, one receiver.
struct Trial {
    let contender: Contender
    let workload: Workload
    let seconds: Int
    let microphone: AudioFixture
    let server: RTMPServer
    var kilobits = 4500

    func measure() throws -> Measurement { try run().measurement }

    /// The recording is the server's, and stays as long as that.
    func run() throws -> (measurement: Measurement, recording: String) {
        let key = "bench\(UInt32.random(in: 0 ..< .max))"
        let scratch = Scratch()
        let screen = try XvfbServer(width: workload.width, height: workload.height)
        let stimulus = try Stimulus(workload.stimulus, on: screen)
        let home = ["XDG_RUNTIME_DIR": scratch.path, "HOME": scratch.path]
        let environment = screen.environment.merging(microphone.environment) { $1 }.merging(home) { $1 }
        let stream = Contender.Stream(width: workload.width, height: workload.height, kilobits: kilobits, url: server.url(key))
        let command = try contender.command(screen: screen, stream: stream, group: "bench", folder: scratch)
        let busy = try (0..<workload.busyLoops).map { _ in try FixtureProcess(["sh", "-c", "while :; do :; done"]) }
        defer { for process in busy { process.end() } }

        let start = MediaTime.now()
        let peer = try FixtureProcess(command, environment: environment)
        try waitUntil("the first picture of \(peer.command)\n\(peer.output.suffix(1000))", timeout: .seconds(30)) {
            try peer.expectRunning()
            return try server.hasPicture(of: key)
        }
        let firstPacket = MediaTime.now() - start

        let receiver = try LiveStampReader(server, key: key)
        try waitUntil("the first frame to be received", timeout: .seconds(30)) {
            try receiver.expectRunning()
            return !receiver.arrivals.isEmpty
        }
        letRun(for: .seconds(3))  // for encoders to settle, and the receiver to catch up
        let ignored = receiver.arrivals.count
        let before = try FamilyUsage(of: peer.pid, of: contender, on: screen)
        let began = MediaTime.now()
        letRun(for: .seconds(Int64(seconds)))
        let after = try FamilyUsage(of: peer.pid, of: contender, on: screen)
        let span = MediaTime.now() - began
        for process in [peer, stimulus.process, screen.server] + busy { try process.expectRunning() }
        let arrivals = receiver.arrivals.dropFirst(ignored)
        receiver.stop()
        peer.end(grace: .seconds(10))
        try waitUntil("the end of the recording") { try !server.isPublishing(key) }
        let recording = try server.recordings(of: key)[0]
        let recorded = try StampReader(recording, timeout: .seconds(300))
        let measurement = Measurement(
            processes: after.processes(since: before, in: span), tally: recorded.tally, ages: arrivals.firstAges, firstPacket: firstPacket)
        return (measurement, recording)
    }
}

extension Sequence<LiveStampReader.Arrival> {
    /// The age of each frame number when it came for the first time.
    var firstAges: [Duration] {
        var highest: UInt32?
        return compactMap { arrival in
            guard let number = arrival.stamp?.number, highest.map({ number > $0 }) ?? true else { return nil }
            defer { highest = number }
            // The first one received may have been drawn long before.
            return highest == nil ? nil : arrival.age
        }
    }
}
