import Fixtures
import Platform
import ServerFixtures
import TestSupport

/// One run: a fresh screen, and one host that streams it in one or more encodings.
struct EncodingsTrial {
    /// An encoding, and its width in pixels.
    struct Encoding: Hashable {
        let name: String
        let width: Int

        static let main = Encoding(name: "main", width: 1920)
        static let low = Encoding(name: "low", width: 640)
        static let mid = Encoding(name: "mid", width: 1280)
    }

    struct Result {
        /// Of the agent and the host.
        let cores: Double
        let tallies: [StampTally]
    }

    let encodings: [Encoding]
    let workload: Stimulus.Workload
    let seconds: Int
    let microphone: AudioFixture
    let outlet: any EncodingsOutlet

    func measure() throws -> Result {
        let scratch = Scratch()
        let screen = try XvfbServer(width: 1920, height: 1080)
        let stimulus = try Stimulus(workload, on: screen)
        let environment = screen.environment.merging(microphone.environment) { $1 }.merging(["XDG_RUNTIME_DIR": scratch.path]) { $1 }
        let stream = Contender.Stream(width: 1920, height: 1080, url: "")
        let host = try FixtureProcess(Contender.splitcast(screen, stream, "bench") + outlet.options(encodings), environment: environment)
        try waitUntil("the first pictures of \(host.command)", timeout: .seconds(30)) {
            try host.expectRunning()
            return try encodings.allSatisfy { try outlet.hasPicture(of: $0) }
        }
        letRun(for: .seconds(3))  // for encoders to settle
        let before = try FamilyUsage(of: host.pid, of: .splitcast, on: screen)
        let began = MediaTime.now()
        letRun(for: .seconds(Int64(seconds)))
        let after = try FamilyUsage(of: host.pid, of: .splitcast, on: screen)
        let span = MediaTime.now() - began
        for process in [host, stimulus.process, screen.server] { try process.expectRunning() }
        host.end(grace: .seconds(10))
        try waitUntil("the end of the recordings") { try encodings.allSatisfy { try outlet.hasEnded($0) } }
        let used = after.processes(since: before, in: span).filter { $0.role != Measurement.screenServer }
        return Result(
            cores: used.map(\.cores).reduce(0, +),
            tallies: try encodings.map { encoding in
                try StampReader(outlet.recording(of: encoding), scale: Double(encoding.width) / 1920, timeout: .seconds(300)).tally
            })
    }
}
