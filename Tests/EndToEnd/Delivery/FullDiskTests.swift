import Fixtures
import Foundation
import TestSupport
import Testing

/// A disk that runs full in the middle of a broadcast.
@Suite(.serialized) struct FullDiskTests {
    @Test func aFullDiskEndsItsRecordingAlone() throws {
        let scratch = Scratch()
        let (disk, whole) = (try scratch.directory("disk"), scratch.file("whole.mkv"))
        // In a mount namespace of the host's own, for which no rights are needed.
        let inside = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", "mount -t tmpfs -o size=64k tmpfs \"$0\" && exec \"$@\"", disk]
        let stream = try Stream(
            ["live", "--capture", "pattern", "--pattern-size", "640x360", "--mic", "none", "--http", "off", "--min-free", "0"]
                + ["--record", disk + "/a.mkv", "--record", whole], inside: inside)
        try stream.waitForTarget(1, toBe: "failed")
        let error = try stream.target(1)["lastError"] as? String ?? ""
        #expect(error.contains("No space left"), "\(error)")
        // Its state is seen a moment before the event is told.
        try waitUntil("the end to be told") { try stream.steps(of: 1).last == "recording.stopped" }
        #expect(try stream.steps(of: 1) == ["added", "connecting", "connected", "firstFrameSent", "live", "recording.stopped"])
        try stream.waitForProgress(of: 2)
        #expect(try stream.state(of: 2) == "live" && stream.target(2)["droppedFrames"] as? Int == 0)
        // The disk is the host's alone: it is seen through it. What is there plays up to where it ends.
        let cut = scratch.file("cut.mkv")
        try FileManager.default.copyItem(atPath: "/proc/\(stream.process.pid)/root\(disk)/a.mkv", toPath: cut)
        let told = try JSONSerialization.jsonObject(with: try runTool([try releaseProduct("splitcast"), "inspect", cut, "--json"])) as? [String: Any]
        #expect(told?["durationSeconds"] as? Double ?? 0 > 1, "\(told ?? [:])")
        try stream.stop()
        #expect(try decodingErrors(of: whole) == "")
    }
}
