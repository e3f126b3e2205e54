import Fixtures
import Foundation
import Glibc
import Platform
import TestSupport
import Testing

/// What is left of a recording when the host is killed, or may write no more.
@Suite(.serialized) struct CrashTests {
    /// When the last picture of a file is shown, from its start.
    private static func length(of file: String) throws -> Double {
        let text = try runTool(["ffprobe", "-v", "error", "-select_streams", "v", "-show_entries", "packet=pts_time", "-of", "csv=p=0", file])
        let times = String(decoding: text, as: UTF8.self).split(separator: "\n").compactMap { Double($0.filter { $0 != "," }) }
        return (times.max() ?? 0) - (times.min() ?? 0)
    }

    private static func record(_ files: [String], _ more: [String] = []) throws -> TestSupport.Stream {
        try Stream(
            ["live", "--capture", "pattern", "--pattern-size", "640x360", "--mic", "none", "--http", "off"] + files.flatMap { ["--record", $0] }
                + more)
    }

    @Test(arguments: [[], ["--split", "2s"]]) func aHostThatIsKilledLosesOneFragmentAtMost(more: [String]) throws {
        let scratch = Scratch()
        let endings = ["mkv", "mp4", "flv", "ts"]
        let stream = try Self.record(endings.map { scratch.file("a." + $0) }, more)
        try stream.waitUntilLive()
        let live = MediaTime.now()
        letRun(for: .seconds(7))
        let recorded = (MediaTime.now() - live).inSeconds
        kill(stream.process.pid, SIGKILL)
        #expect(stream.process.exitStatus(within: .seconds(10)) != nil)
        for ending in endings {
            let names = fileNames(in: scratch.path).filter { $0.hasSuffix("." + ending) }.sorted()
            #expect(more.isEmpty ? names == ["a." + ending] : names.count >= 3, "\(names)")
            // try?: of a part that has just begun there may be a header only, which ffprobe refuses.
            let length = names.map { (try? Self.length(of: scratch.file($0))) ?? 0 }.reduce(0, +)  // then it holds nothing
            #expect(length > recorded - 2.2, "\(ending): \(length) s of \(recorded) s")
            #expect(try decodingErrors(of: scratch.file(names[0])) == "", "\(ending)")
        }
    }

    @Test func aFileThatMayNotGrowEndsAloneAndTheBroadcastGoesOn() throws {
        let scratch = Scratch()
        let stream = try Self.record([scratch.file("a.mp4")], ["--to", "udp://127.0.0.1:9?ttl=0"])
        try stream.waitUntilLive()
        try runTool(["prlimit", "--pid", "\(stream.process.pid)", "--fsize=50000"])
        try waitUntil("the recording to end") { try stream.targets().last?["state"] as? String == "failed" }
        // Addresses come before recordings.
        let targets = try stream.targets()
        #expect((targets[1]["lastError"] as? String)?.contains("one that is split") == true, "\(targets)")
        #expect(targets[0]["state"] as? String == "live", "\(targets)")
        try stream.stop()
        #expect(try Self.length(of: scratch.file("a.mp4")) > 0.5)
    }
}
