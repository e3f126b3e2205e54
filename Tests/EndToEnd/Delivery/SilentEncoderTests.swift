import EncoderFixtures
import Fixtures
import Foundation
import Glibc
import Judging
import ServerFixtures
import TestSupport
import Testing

/// A rendition of a ladder whose encoder, in a process of its own, does not answer for a while or ends: its playlist says so, and the others go on.
@Suite(.serialized, .rerunWhenLate) struct SilentEncoderTests {
    private let server: StreamServer

    init() throws {
        server = try StreamServer()
        try server.write("", to: "live/empty")
    }

    private func live() throws -> TestSupport.Stream {
        let stream = try Stream(
            ["live", "--capture", "pattern", "--pattern-size", "320x180", "--fps", "30", "--mic", "none", "--http", "off"]
                + ["--encoder", "h264_v4l2m2m", "--keyframe-interval", "1s", "--dvr", "all", "--to", "hls:" + server.file("live")]
                + ["--ladder", "180p,90p"],
            environment: try FaultyDriver.environment(.none).mapValues { $0 })
        try stream.waitUntilLive()
        return stream
    }

    private func playlist(_ name: String) -> String { textOfFile(server.file("live/master-\(name).m3u8")) }
    private func count(_ name: String) -> Int { playlist(name).matches(of: /#EXTINF/).count }

    /// The processes that encode, one for each picture.
    private func encoders(of stream: TestSupport.Stream) -> [Int32] {
        let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc"))?.compactMap { Int32($0) } ?? []  // always there
        return all.filter { id in
            let fields = textOfFile("/proc/\(id)/stat").split(separator: ")").last?.split(separator: " ") ?? []
            return fields.count > 1 && Int32(fields[1]) == stream.process.pid && textOfFile("/proc/\(id)/cmdline").contains("run-encoder")
        }
    }

    enum Fate: CaseIterable { case stopped, killed, continued }

    @Test(arguments: Fate.allCases) func theOtherGoesOnAndThePlaylistSaysWhatIsMissing(fate: Fate) throws {
        let stream = try live(), names = ["180p", "90p"]
        try waitUntil("3 segments of each: \(stream.process.output.suffix(800))") { names.allSatisfy { count($0) >= 3 } }
        let processes = encoders(of: stream)
        try #require(processes.count == 2)
        let id = processes[0], before = names.map { count($0) }.max() ?? 0
        kill(id, fate == .killed ? SIGKILL : SIGSTOP)
        if fate == .continued {
            try waitUntil("a segment of the other") { names.contains { count($0) > before } }
            kill(id, SIGCONT)
        }
        for name in names {
            try waitUntil("more of \(name): \(playlist(name)) \(stream.process.output.suffix(800))", timeout: .seconds(40)) {
                count(name) >= before + 6
            }
        }
        let check = try Program([try releaseProduct("splitcast"), "hls", "check", server.url("live/master.m3u8")], timeout: .seconds(60))
        // The last picture before is shown for as long as its segment is.
        let lines = check.text.split(separator: "\n").filter { $0.hasPrefix("error") || $0.hasPrefix("warning") }
        #expect(check.status == 0 && lines.allSatisfy { $0.contains("EXT-X-GAP") || $0.contains("EXTINF says") }, "\(check.text)")
        try stream.stop()
        let silent = names.filter { playlist($0).contains("GAP") }
        // A second or two without an answer, of segments of one.
        #expect(fate == .stopped ? silent.count == 1 : silent.count <= 1, "\(names.map { playlist($0) })")
        // The same number is the same time of both.
        let dates = names.map { name in playlist(name).matches(of: /DATE-TIME:([^\n]+)/).map { String($0.1) } }
        #expect(zip(dates[0], dates[1]).allSatisfy { $0 == $1 } && abs(dates[0].count - dates[1].count) <= 1, "\(dates)")
        // What is listed can be had, and what is a gap is none.
        for name in names {
            let segments = playlist(name).split(separator: "\n").filter { $0.hasSuffix(".m4s") }.map(String.init)
            let gaps = Set(playlist(name).matches(of: /#EXT-X-GAP\n#EXT-X-PROGRAM[^\n]+\n#EXTINF[^\n]+\n([^\n]+)/).map { String($0.1) })
            for segment in segments { #expect((access(server.file("live/" + segment), F_OK) == 0) != gaps.contains(segment), "\(segment)") }
        }
    }
}
