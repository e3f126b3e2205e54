import Fixtures
import Foundation
import ServerFixtures
import TestSupport
import Testing

/// What grows without end: left with one line, and before it takes the machine's memory.
@Suite(.serialized) struct HostileStreamTests {
    private let scratch = Scratch()
    private let server: StreamServer

    init() throws { server = try StreamServer() }

    /// Runs `splitcast hls`; with the most memory that it had, in MB.
    private func run(_ arguments: String...) throws -> (program: Program, megabytes: Int) {
        let script = """
            import resource, subprocess, sys
            status = subprocess.call(sys.argv[1:])
            print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024)
            sys.exit(status)
            """
        let program = try Program(
            ["python3", "-c", script, try releaseProduct("splitcast"), "hls"] + arguments, environment: ["XDG_DATA_HOME": scratch.file("data")],
            timeout: .seconds(120))
        return (program, try #require(program.text.split(separator: "\n").last.flatMap { Int($0) }, "\(program)"))
    }

    private func expectRefusal(_ words: String, _ arguments: [String], atMost megabytes: Int = 300) throws {
        let (program, most) = try run(arguments[0], arguments[1])
        let lines = program.complaints.split(separator: "\n").filter { $0.hasPrefix("splitcast: ") }
        #expect(program.status == 1 && lines.count == 1 && program.complaints.contains(words), "\(program)")
        #expect(most < megabytes, "\(most) MB for \(arguments)")
    }

    /// A gigabyte in four megabytes.
    @Test(arguments: ["inspect", "fetch", "check"]) func aGzipBomb(command: String) throws {
        try server.write("", to: "empty")
        try runTool(["sh", "-c", "head -c 1G /dev/zero | gzip -1 > \"$0\"", server.file("a.m3u8")])
        try expectRefusal("more than 64 MiB", [command, server.url("bomb/a.m3u8")])
    }

    @Test(arguments: ["inspect", "fetch"]) func aPlaylistWithoutEnd(command: String) throws {
        try server.write("#EXTM3U\n#EXT-X-TARGETDURATION:6\n", to: "a.m3u8")
        try runTool(["truncate", "-s", "1T", server.file("a.m3u8")])
        try expectRefusal("more than 64 MiB", [command, server.url("a.m3u8")])
    }

    /// Short enough for the way, and of millions of segments.
    @Test(arguments: ["inspect", "fetch"]) func aPlaylistOfMillions(command: String) throws {
        let text = "#EXTM3U\n#EXT-X-TARGETDURATION:6\n" + String(repeating: "#EXTINF:1,\na\n", count: 4_000_000)
        try server.write(text, to: "a.m3u8")
        try expectRefusal("more than 400000 segments", [command, server.url("packed/a.m3u8")], atMost: 600)
    }

    /// Left at what two seconds of media may have at most; what came of it is not kept.
    @Test func aSegmentWithoutEnd() throws {
        try server.write("#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\na.ts\n#EXT-X-ENDLIST\n", to: "a.m3u8")
        try server.write("", to: "a.ts")
        try runTool(["truncate", "-s", "1T", server.file("a.ts")])
        try expectRefusal("more than 351 MiB: that is no playlist, and no segment", ["fetch", server.url("a.m3u8")], atMost: 200)
        let kept = try FileManager.default.subpathsOfDirectory(atPath: scratch.file("data")).filter { $0.hasSuffix(".ts") || $0.hasSuffix(".part") }
        #expect(kept == [])
    }
}
