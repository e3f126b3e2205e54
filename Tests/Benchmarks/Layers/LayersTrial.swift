import Fixtures
import Foundation
import Platform
import ServerFixtures
import TestSupport

/// One run: fresh screens with their workload, one peer, one receiver. The second screen is as large as it is shown, as a camera is asked
/// for that size.
struct LayersTrial {
    let contender: LayersContender
    let arrangement: Arrangement
    let workload: Stimulus.Workload
    let options: LayersOptions
    let microphone: AudioFixture
    let server: RTMPServer

    func measure() throws -> Measurement {
        let key = "layers\(UInt32.random(in: 0 ..< .max))"
        let home = Scratch()
        let boxes = arrangement.boxes(on: options.size)
        let sizes = [(options.size.width, options.size.height)] + boxes.dropFirst().map { ($0.width, $0.height) }
        let screens = try sizes.map { try XvfbServer(width: $0.0, height: $0.1) }
        let stimuli = try zip(screens, [workload, workload == .typing ? .idle : workload]).map { try Stimulus($1, on: $0) }
        // To the end: a server ends with its owner.
        defer { withExtendedLifetime((screens, stimuli)) {} }
        // OBS draws with OpenGL, which it gets from a screen of its own.
        let own = try contender == .obs ? XvfbServer(width: 640, height: 480, extra: ["+extension", "GLX"]) : screens[0]
        defer { withExtendedLifetime(own) {} }
        let folders = ["XDG_RUNTIME_DIR": home.path, "HOME": home.path, "XDG_CONFIG_HOME": home.file(".config"), "LIBGL_ALWAYS_SOFTWARE": "1"]
        let environment = own.environment.merging(microphone.environment) { $1 }.merging(folders) { $1 }
        let scene = LayersContender.Scene(canvas: options.size, layers: Array(zip(screens, boxes)), url: server.url(key))
        let peer = try FixtureProcess(try contender.command(scene, home: home), environment: environment)
        let start = MediaTime.now()
        try waitUntil("the first picture of \(peer.command)\n\(peer.output.suffix(1000))", timeout: .seconds(30)) {
            try peer.expectRunning()
            return try server.hasPicture(of: key)
        }
        let firstPacket = MediaTime.now() - start

        let (scale, shown) = (Double(boxes[0].width) / Double(options.size.width), boxes[0])
        let receiver = try LiveStampReader(server, key: key, scale: scale, x: shown.x, y: shown.y)
        try waitUntil("the first frame to be received", timeout: .seconds(30)) {
            try receiver.expectRunning()
            return receiver.arrivals.contains { $0.stamp != nil }
        }
        letRun(for: .seconds(3))  // for encoders to settle, and the receiver to catch up
        let ignored = receiver.arrivals.count
        let before = try FamilyUsage(of: peer.pid, of: .splitcast, on: screens[0])
        let began = MediaTime.now()
        letRun(for: .seconds(Int64(options.seconds)))
        let after = try FamilyUsage(of: peer.pid, of: .splitcast, on: screens[0])
        let span = MediaTime.now() - began
        for process in [peer] + stimuli.map(\.process) + screens.map(\.server) { try process.expectRunning() }
        let arrivals = receiver.arrivals.dropFirst(ignored)
        receiver.stop()
        peer.end(grace: .seconds(10))
        try waitUntil("the end of the recording") { try !server.isPublishing(key) }
        let recorded = try StampReader(try server.recordings(of: key)[0], scale: scale, x: shown.x, y: shown.y, timeout: .seconds(300))
        return Measurement(
            processes: after.processes(since: before, in: span), tally: recorded.tally, ages: arrivals.firstAges, firstPacket: firstPacket)
    }
}
