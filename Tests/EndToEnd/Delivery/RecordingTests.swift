import Fixtures
import Foundation
import Glibc
import TestSupport
import Testing

/// Recordings as people expect them: names with the time, chapters, a replay, what a crash leaves, another container.
@Suite(.serialized) struct RecordingTests {
    private func titles(_ file: String) -> [String] {
        Program.probe(file, "chapter_tags=title").compactMap(\.first)
    }

    @Test func whatWasMarkedAndSavedOutlivesACrash() throws {
        let scratch = Scratch()
        let stream = try Stream.card(
            to: [scratch.file("talk-%Y.mkv"), scratch.file("a.mp4")], "--split", "1h", "--keep", "1GB", "--replay", "10s")
        try stream.waitUntilLive()
        let year = Calendar.current.component(.year, from: Date())
        // A part's number, and the time: the names that the files have.
        let files = [scratch.file("talk-\(year).mkv"), scratch.file("a-0001.mp4")]
        #expect(try stream.targets().compactMap { $0["file"] as? String } == files)
        #expect(try stream.targets().first?["url"] as? String == files[0])
        let marked = String(decoding: try stream.command("mark", "Questions"), as: UTF8.self)
        #expect(marked.hasPrefix("chapter \"Questions\" in \(files[0])"), "\(marked)")
        try waitUntil("something to save") {
            ((try stream.status()["replay"] as? [String: Any])?["seconds"] as? Double ?? 0) > 3
        }
        let saved = String(decoding: try stream.command("replay", "save", scratch.file("clip.mp4"), "--last", "2s"), as: UTF8.self)
        #expect(saved.hasPrefix(scratch.file("clip.mp4") + ": "), "\(saved)")
        #expect(Program.decodingComplaints(scratch.file("clip.mp4")) == "")
        #expect(try stream.events().contains { $0["code"] as? String == "replay.saved" })
        kill(stream.process.pid, SIGKILL)
        #expect(stream.process.exitStatus(within: .seconds(10)) != nil)
        let program = try releaseProduct("splitcast")
        for file in files {
            #expect(titles(file) == ["Questions"], "\(file)")
            let inspected = Program.run(program, ["inspect", file, "--json"])
            let found = try #require(JSONSerialization.jsonObject(with: Data(inspected.text.utf8)) as? [String: Any])
            let chapter = try #require((found["chapters"] as? [[String: Any]])?.first)
            #expect(chapter["title"] as? String == "Questions")
            for (field, entry) in [("startSeconds", "chapter=start_time"), ("endSeconds", "chapter=end_time")] {
                let seconds = try #require(chapter[field] as? Double)
                // ffprobe rounds to microseconds.
                let told = try #require(Program.probe(file, entry).first?.first.flatMap(Double.init))
                #expect(abs(seconds - told) < 0.000_001, "\(chapter) \(told)")
            }
            #expect(Program.run(program, ["inspect", file]).text.contains("Questions"))
        }
        let remuxed = Program.run(program, ["remux", files[0], scratch.file("whole.mp4")])
        #expect(remuxed.status == 0 && remuxed.text.contains("2 tracks, 1 chapter") && remuxed.text.contains("was broken off"), "\(remuxed)")
        #expect(titles(scratch.file("whole.mp4")) == ["Beginning", "Questions"])
        #expect(Program.decodingComplaints(scratch.file("whole.mp4")) == "")
        let refused = Program.run(program, ["remux", files[0], scratch.file("whole.mp4")])
        #expect(refused.status != 0 && refused.complaints.contains("--overwrite"), "\(refused)")
    }

    @Test func withoutARecordingOrAReplayThereIsNothingToMarkOrSave() throws {
        let stream = try Stream.card(to: ["udp://127.0.0.1:9?ttl=0"])
        try stream.waitUntilLive()
        for (words, text) in [(["mark"], "nothing is recorded now"), (["replay", "save", "/tmp/none.mkv"], "keeps no replay")] {
            let refused = Program.run(
                "env", ["XDG_RUNTIME_DIR=\(stream.runtimePath)", try releaseProduct("splitcast")] + words + ["--group", stream.group])
            #expect(refused.status == 1 && refused.complaints.contains(text), "\(refused)")
        }
        try stream.stop()
    }
}
