import AgentProtocol
import Fixtures
import Foundation
import Frames
import Platform
import ServerFixtures
import TestSupport
import Testing

/// Agents that parse what strangers made: by then they have given up all but what they were given.
@Suite(.serialized) struct MediaAgentTests {
    private static let media = "splitcast-capture-media"
    private static let confined: Confinement = [.noNewPrivileges, .filteredCalls, .noFiles]

    private func ffmpeg(_ arguments: [String]) throws { try runTool(["ffmpeg", "-nostdin", "-v", "error", "-y"] + arguments) }

    /// What its threads have read so far by system calls. Not the process's own figure, which has that of its children in it.
    private func bytesRead(_ pid: Int32) -> Int {
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/task")) ?? []  // gone: none
        return threads.reduce(0) { sum, thread in
            let first = textOfFile("/proc/\(pid)/task/\(thread)/io").split(separator: "\n").first
            return sum + (first.flatMap { $0.split(separator: " ").last }.flatMap { Int($0) } ?? 0)
        }
    }

    /// An agent that reads what is written into a FIFO of this test.
    private func agentAtPipe(_ host: HostFixture) throws -> (FixtureProcess, Int32) {
        let path = host.runtime.file("video.pipe")
        try #require(mkfifo(path, 0o600) == 0)
        // For both, so that neither waits for the other end.
        let pipe = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        let command = "exec '\(try releaseProduct(Self.media))' --group \(HostFixture.group) --sandbox strict --ends-with-host --file - <'\(path)'"
        return (try FixtureProcess(["/bin/sh", "-c", command], environment: host.environment), pipe)
    }

    private func unread(_ pipe: Int32) -> Int {
        var count: Int32 = -1
        _ = ioctl(pipe, UInt(FIONREAD), &count)
        return Int(count)
    }

    @Test func theFirstByteIsReadBehindTheFilter() throws {
        let host = try HostFixture()
        host.prepare = { $0.isSilent = true }
        try host.listen()
        let (agent, pipe) = try agentAtPipe(host)
        defer { close(pipe) }
        // The beginning of a picture, and no more: it is parsed, and waited for.
        let start = Array("YUV4MPEG2 W64 H48 F25:1 C420jpeg\nFRAME\n".utf8) + [UInt8](repeating: 0, count: 1000)
        #expect(write(pipe, start, start.count) == start.count)
        try host.waitUntil("its first state: \(agent.output)") { host.seats.first?.state != nil }
        let seat = host.seats[0]
        #expect(unread(pipe) == start.count && AgentFacts.status(agent.pid, "Seccomp") == "0")
        seat.isSilent = false
        try host.waitUntil("the first byte: \(agent.output)") { unread(pipe) < start.count }
        #expect(AgentFacts.filters(agent.pid) == ["2"], "every thread")
        #expect(AgentFacts.status(agent.pid, "NoNewPrivs") == "1")
        #expect(seat.memory == nil && seat.lastNotice == nil, "no picture is there yet")
        let rest = [UInt8](repeating: 0, count: 64 * 48 * 3 / 2 - 1000)
        let more = (rest + Array("FRAME\n".utf8) + [UInt8](repeating: 9, count: 64 * 48 * 3 / 2))
        #expect(write(pipe, more, more.count) == more.count)
        try host.waitUntil("the picture: \(agent.output)") { seat.lastNotice != nil }
        #expect(seat.state?.confinement == Self.confined)
    }

    /// Of a file the first picture is decoded before there is a host, in a process that is confined and gone by then.
    @Test func theFirstPictureOfAFileIsDecodedInAConfinedProcess() throws {
        let host = try HostFixture()
        // Of a size that takes a while to decode, and more bytes than a header.
        let path = host.runtime.file("large.mkv")
        try ffmpeg(["-f", "lavfi", "-i", "nullsrc=s=2048x2048,noise=alls=40,scale=8192:8192", "-frames:v", "1", "-c:v", "mjpeg", "-q:v", "2", path])
        let agent = try host.agent(Self.media, ["--sandbox", "strict", "--ends-with-host", "--file", path])
        var seen: Set<String> = []
        try waitUntil("a process that reads the file: \(agent.output)") {
            let children = textOfFile("/proc/\(agent.pid)/task/\(agent.pid)/children").split(separator: " ").compactMap { Int32($0) }
            for child in children where bytesRead(child) > 1 << 20 {
                if let filter = AgentFacts.status(child, "Seccomp") { seen.insert(filter) }
            }
            return !seen.isEmpty || !agent.isRunning
        }
        #expect(seen == ["2"])
        #expect(agent.exitStatus(within: .seconds(20)) == .exited(4), "no host: \(agent.output)")
    }

    @Test func aFileIsReadByTheAgentOnceItIsConfined() throws {
        let host = try HostFixture()
        host.prepare = { $0.isSilent = true }
        try host.listen()
        let video = host.runtime.file("full.y4m")
        try ffmpeg(["-f", "lavfi", "-i", "color=red:s=1920x1080:r=25:d=0.2", "-pix_fmt", "yuv420p", video])
        let agent = try host.agent(Self.media, ["--sandbox", "strict", "--ends-with-host", "--file", video])
        try host.waitUntil("its first state: \(agent.output)") { host.seats.first?.state != nil }
        #expect(bytesRead(agent.pid) < 1 << 20 && host.seats[0].hello?.needKiB ?? 0 > 36 * 1024)
        host.seats[0].isSilent = false
        try host.waitUntil("reading: \(agent.output)") { bytesRead(agent.pid) > 3 << 20 }
        #expect(AgentFacts.filters(agent.pid) == ["2"])
        try host.waitUntil("a picture") { host.seats[0].lastNotice != nil }
    }

    /// Whatever decodes it finds all that it needs in a process that can open nothing.
    @Test(arguments: [
        ("a.mp4", ["-c:v", "libx264", "-bf", "2"]), ("a.mkv", ["-c:v", "libx265", "-x265-params", "log-level=none"]),
        ("a.webm", ["-c:v", "libvpx-vp9"]), ("b.mkv", ["-c:v", "libaom-av1", "-cpu-used", "8", "-usage", "realtime"]), ("a.avi", ["-c:v", "mjpeg"]),
        ("a.mov", ["-c:v", "prores"]), ("a.mpg", ["-c:v", "mpeg2video"]), ("a.gif", []), ("a.png", ["-frames:v", "1"]),
        ("a.webp", ["-frames:v", "1"]), ("a.jpg", ["-frames:v", "1"]), ("a.tiff", ["-frames:v", "1"]), ("a.tga", ["-frames:v", "1"]),
    ]) func everyKindPlaysInTheSandbox(name: String, encoding: [String]) throws {
        let host = try HostFixture()
        try host.listen()
        let video = host.runtime.file(name)
        try ffmpeg(["-f", "lavfi", "-i", "testsrc2=s=160x120:r=25:d=0.4"] + encoding + [video])
        let agent = try host.agent(Self.media, ["--sandbox", "strict", "--ends-with-host", "--file", video])
        let seat = try host.nextAgent()
        try host.waitUntil("a picture: \(agent.output)") { seat.lastNotice != nil && seat.memory?.hasPicture == true }
        #expect(seat.state?.confinement == Self.confined && seat.memory?.layout.geometry.size == PixelSize(width: 160, height: 120))
    }

    @Test func aPlaylistEndsTheAgentWithTheReason() throws {
        let host = try HostFixture()
        try host.listen()
        try host.runtime.write("#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:5,\nother.ts\n", to: "list.m3u8")
        for sandbox in ["strict", "off"] {
            let agent = try host.agent(Self.media, ["--sandbox", sandbox, "--ends-with-host", "--file", host.runtime.file("list.m3u8")])
            #expect(agent.exitStatus(within: .seconds(20)) == .exited(2), "\(agent.output)")
            #expect(agent.output.contains("names other files or addresses"), "\(agent.output)")
        }
        try host.turn()
        #expect(host.seats.isEmpty)
    }
}
