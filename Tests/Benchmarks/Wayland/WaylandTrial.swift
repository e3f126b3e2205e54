import Fixtures
import Foundation
import Frames
import Platform
import ServerFixtures
import TestSupport

/// One run on Wayland: a fresh desktop with its workload, one peer, one receiver.
struct WaylandTrial {
    let contender: WaylandContender
    let workload: Stimulus.Workload
    let screen: PixelSize
    let seconds: Int
    let server: RTMPServer

    /// What is streamed: 4K would be more than the encoders of this kind of machine can do.
    var canvas: PixelSize { screen.width > 1920 ? PixelSize(width: 1920, height: 1080) : screen }

    func measure() throws -> Measurement {
        let key = "wayland\(UInt32.random(in: 0 ..< .max))"
        let fixture = try SwayDesktop(width: screen.width, height: screen.height)
        let stimulus = try Stimulus(workload, on: fixture, framesPerSecond: workload == .motion ? 30 : nil)
        let scale = Double(canvas.width) / Double(screen.width)
        let start = MediaTime.now()
        let peer = try FixtureProcess(
            contender.command(screen: screen, canvas: canvas, url: server.url(key), group: "bench"), environment: fixture.environment)
        try waitUntil("the first picture of \(peer.command)\n\(peer.output.suffix(1000))", timeout: .seconds(30)) {
            try peer.expectRunning()
            return try server.hasPicture(of: key)
        }
        let firstPacket = MediaTime.now() - start
        let receiver = try LiveStampReader(server, key: key, scale: scale, hasSound: contender.hasSound)
        try waitUntil("the first frame to be received", timeout: .seconds(30)) {
            try receiver.expectRunning()
            return receiver.arrivals.contains { $0.stamp != nil }
        }
        letRun(for: .seconds(3))  // for encoders to settle, and the receiver to catch up
        let ignored = receiver.arrivals.count
        let before = try usage(of: peer, fixture)
        let began = MediaTime.now()
        letRun(for: .seconds(Int64(seconds)))
        let after = try usage(of: peer, fixture)
        let span = MediaTime.now() - began
        for process in [peer, stimulus.process, try fixture.compositor] { try process.expectRunning() }
        let arrivals = receiver.arrivals.dropFirst(ignored)
        receiver.stop()
        peer.end(grace: .seconds(10))
        try waitUntil("the end of the recording") { try !server.isPublishing(key) }
        let recorded = try StampReader(try server.recordings(of: key)[0], scale: scale, timeout: .seconds(300))
        let first = recorded.frames.firstIndex { $0.stamp != nil } ?? 0
        return Measurement(
            processes: after.map { pid, late in
                let early = before[pid]?.usage.processorTime ?? .zero
                return Measurement.Process(
                    role: late.role, cores: (late.usage.processorTime - early) / span, uniqueBytes: late.usage.uniqueBytes,
                    proportionalBytes: late.usage.proportionalBytes, residentBytes: late.usage.residentBytes)
            }.sorted { $0.role < $1.role },
            // A slate may stand before the first picture.
            tally: StampTally(recorded.frames[first...].map(\.stamp)), ages: arrivals.firstAges, firstPacket: firstPacket)
    }

    /// What each process has used so far, with its role.
    private func usage(of peer: FixtureProcess, _ fixture: SwayDesktop) throws -> [Int32: (role: String, usage: ProcessUsage)] {
        var all: [Int32: (role: String, usage: ProcessUsage)] = [:]
        for (name, pid) in fixture.processes where ["compositor", "portal backend", "pipewire"].contains(name) {
            all[pid] = (name, try ProcessUsage(of: pid))
        }
        for pid in ProcessUsage.family(of: peer.pid) {
            // A child that ends just now is in its parent's account.
            guard let usage = try? ProcessUsage(of: pid), let role = contender.role(ofProcess: usage.name) else { continue }  // see above
            all[pid] = (role, usage)
        }
        return all
    }
}
