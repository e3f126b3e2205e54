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

    func measure() throws -> Measurement {
        let key = "bench\(UInt32.random(in: 0 ..< .max))"
        let scratch = Scratch()
        let screen = try XvfbServer(width: workload.width, height: workload.height)
        let stimulus = try Stimulus(workload.stimulus, on: screen)
        let environment = screen.environment.merging(microphone.environment) { $1 }.merging(["XDG_RUNTIME_DIR": scratch.path]) { $1 }
        let command = try contender.command(screen: screen, workload: workload, url: server.url(key), group: "bench")

        let start = MediaTime.now()
        let peer = try FixtureProcess(command, environment: environment)
        try waitUntil("the first picture of \(peer.command)\n\(peer.output.suffix(1000))", timeout: .seconds(30)) {
            try peer.expectRunning()
            return try server.hasPicture(of: key)
        }
        let firstPacket = MediaTime.now() - start

        let receiver = try LiveStampReader(server.url(key))
        try waitUntil("the first frame to be received", timeout: .seconds(30)) {
            try receiver.expectRunning()
            return !receiver.arrivals.isEmpty
        }
        letRun(for: .seconds(3))  // for encoders to settle, and the receiver to catch up
        let ignored = receiver.arrivals.count
        let before = try usage(of: peer, screen)
        let began = MediaTime.now()
        letRun(for: .seconds(Int64(seconds)))
        let after = try usage(of: peer, screen)
        let span = MediaTime.now() - began
        for process in [peer, stimulus.process, screen.server] { try process.expectRunning() }
        let arrivals = receiver.arrivals.dropFirst(ignored)
        receiver.stop()
        peer.end(grace: .seconds(10))
        try waitUntil("the end of the recording") { try !server.isPublishing(key) }
        let recorded = try StampReader(try server.recordings(of: key)[0], timeout: .seconds(300))

        return Measurement(
            processes: after.map { pid, late in
                let early = before[pid]?.usage.processorTime ?? .zero
                return Measurement.Process(
                    role: late.role, cores: (late.usage.processorTime - early) / span, uniqueBytes: late.usage.uniqueBytes,
                    proportionalBytes: late.usage.proportionalBytes, residentBytes: late.usage.residentBytes)
            }.sorted { $0.role < $1.role },
            tally: recorded.tally, ages: arrivals.firstAges, firstPacket: firstPacket)
    }

    /// What each process has used so far, with its role.
    private func usage(of peer: FixtureProcess, _ screen: XvfbServer) throws -> [Int32: (role: String, usage: ProcessUsage)] {
        var all = [screen.server.pid: (role: Measurement.screenServer, usage: try ProcessUsage(of: screen.server.pid))]
        for pid in ProcessUsage.family(of: peer.pid) {
            // A child that ends just now is in its parent's account.
            guard let usage = try? ProcessUsage(of: pid) else { continue }  // see above
            all[pid] = (contender.role(ofProcess: usage.name), usage)
        }
        return all
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
