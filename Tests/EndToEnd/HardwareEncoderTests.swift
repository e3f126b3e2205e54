import EncoderFixtures
import Fixtures
import Foundation
import Judging
import ServerFixtures
import TestSupport
import Testing

/// A hardware encoder whose driver fails in the middle of a broadcast, in a process of its own: the real host, and a driver with faults.
@Suite(.serialized, .rerunWhenLate) struct HardwareEncoderTests {
    /// A test card that moves, 320x180 at 30 frames a second.
    private func live(_ fault: FaultyDriver.Fault, to targets: [String], encoder: String = "h264_v4l2m2m") throws -> TestSupport.Stream {
        try Stream(
            ["live", "--capture", "pattern", "--pattern-size", "320x180", "--fps", "30", "--mic", "none", "--http", "off", "--encoder", encoder]
                + targets.flatMap { ["--to", $0] },
            environment: try FaultyDriver.environment(fault).mapValues { $0 })
    }

    private func encoding(_ stream: TestSupport.Stream) throws -> [String: Any] {
        try #require(try (stream.status()["encodings"] as? [[String: Any]])?.first)
    }

    private func replacements(_ stream: TestSupport.Stream) throws -> [[String: Any]] {
        try stream.events().filter { $0["code"] as? String == "encoder.replaced" }.compactMap { $0["fields"] as? [String: Any] }
    }

    /// The processes that a host has started, by id: what they are.
    private func children(of stream: TestSupport.Stream) -> [Int32: String] {
        let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc"))?.compactMap { Int32($0) } ?? []  // always there
        return all.reduce(into: [:]) { found, id in
            let fields = textOfFile("/proc/\(id)/stat").split(separator: ")").last?.split(separator: " ") ?? []
            guard fields.count > 1, Int32(fields[1]) == stream.process.pid else { return }
            found[id] = fields[0] == "Z" ? "zombie" : textOfFile("/proc/\(id)/cmdline").replacing("\0", with: " ")
        }
    }

    private func encoders(of stream: TestSupport.Stream) -> [Int32] { children(of: stream).filter { $0.value.contains("run-encoder") }.map(\.key) }

    @Test(arguments: [
        (FaultyDriver.Fault.segmentationFaultAtThe100thPicture, "it crashed (signal 11): driver: the ring is stuck", 1.0),
        (.abortAtThe100thPicture, "it crashed (signal 6)", 1.0), (.hangAtThe100thPicture, "it does not answer: its driver hangs", 3.0),
        (.errorAtThe100thPicture, "Input/output error", 1.0),
    ]) func theBroadcastGoesOnInItsConnection(fault: FaultyDriver.Fault, why: String, longest: Double) throws {
        let (server, scratch) = (try RTMPServer(), Scratch())
        let stream = try live(fault, to: [server.url("one"), scratch.file("a.mkv")])
        try stream.waitUntilLive()
        let (before, process) = (try encoding(stream), encoders(of: stream))
        #expect(before["encoder"] as? String == "h264_v4l2m2m" && before["encoderProblem"] as? String == "", "\(before)")
        #expect(process.count == 1)
        try waitUntil("x264 to go on: \(stream.process.output.suffix(800))") {
            try stream.process.expectRunning()
            return try encoding(stream)["encoder"] as? String == "x264"
        }
        try waitUntil("130 pictures") { (try encoding(stream)["framesEncoded"] as? Int ?? 0) >= 130 }
        for id in 1...2 { try stream.waitForProgress(of: id, bytes: 5000) }
        #expect(try encoding(stream)["encoderProblem"] as? String == why)
        let told = try replacements(stream)
        #expect(told.count == 1 && told[0]["why"] as? String == why && told[0]["to"] as? String == "x264", "\(told)")
        #expect(try stream.target(1)["reconnects"] as? Int == 0 && stream.state(of: 1) == "live")
        #expect(children(of: stream).values.allSatisfy { $0 != "zombie" } && encoders(of: stream) == [])
        try stream.stop()
        // One recording on the server is one connection.
        let files = try server.recordings(of: "one") + [scratch.file("a.mkv")]
        #expect(files.count == 2)
        for file in files {
            #expect(try decodingErrors(of: file) == "", "\(file)")
            let times = Program.probe(file, "packet=pts_time", ["-select_streams", "v"]).compactMap { $0.first.flatMap(Double.init) }
            #expect(times.count > 110 && zip(times, times.dropFirst()).allSatisfy { $0 < $1 }, "\(file)")
            let gap = zip(times, times.dropFirst()).map { $1 - $0 }.max() ?? 0
            expectInTime(gap < longest, "\(file): no picture for \(gap) s")
        }
    }

    /// What does not work at the start gives way before anything is sent, and the status says why.
    @Test func oneThatDoesNotOpenIsNotUsed() throws {
        let scratch = Scratch()
        let stream = try live(.errorAtOpening, to: [scratch.file("a.mkv")])
        try stream.waitUntilLive()
        let encoding = try encoding(stream)
        #expect(
            encoding["encoder"] as? String == "x264" && (encoding["encoderProblem"] as? String)?.contains("No such device") == true, "\(encoding)")
        #expect(try replacements(stream).count == 1 && encoders(of: stream) == [])
        try stream.stop()
    }

    /// HEVC stays HEVC where its driver crashes.
    @Test func hevcGoesOnInSoftware() throws {
        let scratch = Scratch()
        let stream = try live(.segmentationFaultAtThe100thPicture, to: [scratch.file("a.mkv")], encoder: "hevc_v4l2m2m")
        try waitUntil("x265 to go on: \(stream.process.output.suffix(800))", timeout: .seconds(40)) {
            try stream.process.expectRunning()
            return (try? encoding(stream)["encoder"] as? String) == "x265"  // no answer while it starts
        }
        try stream.waitForProgress(of: 1, bytes: 5000)
        try stream.stop()
        #expect(try decodingErrors(of: scratch.file("a.mkv")) == "")
        #expect(Program.probe(scratch.file("a.mkv"), "stream=codec_name", ["-select_streams", "v"]) == [["hevc"]])
    }

    /// Another size and another frame rate come with another process, which the first one's gives way to.
    @Test func anotherSizeIsAnotherProcess() throws {
        let scratch = Scratch()
        let stream = try live(.none, to: [scratch.file("a.mkv")])
        try stream.waitUntilLive()
        let first = encoders(of: stream)
        try stream.command("set", "size", "160x90")
        try waitUntil("another size: \(stream.process.output.suffix(800))") { try encoding(stream)["size"] as? String == "160x90" }
        try waitUntil("another process") { encoders(of: stream).count == 1 && encoders(of: stream) != first }
        try stream.waitForProgress(of: 1, bytes: 2000)
        #expect(try encoding(stream)["encoder"] as? String == "h264_v4l2m2m" && replacements(stream).isEmpty)
        try stream.stop()
    }

    /// However a host ends, and whatever the driver does meanwhile.
    @Test(arguments: [FaultyDriver.Fault.none, .hangAtThe100thPicture]) func itEndsWithItsHost(fault: FaultyDriver.Fault) throws {
        let scratch = Scratch()
        let stream = try live(fault, to: [scratch.file("a.mkv")])
        try stream.waitUntilLive()
        let process = try #require(encoders(of: stream).first)
        if fault != .none {
            try waitUntil("99 pictures") { (try encoding(stream)["framesEncoded"] as? Int ?? 0) >= 99 }
        }
        stream.process.kill()
        try waitUntil("the encoder's process to end") { !FileManager.default.fileExists(atPath: "/proc/\(process)") }
    }
}
