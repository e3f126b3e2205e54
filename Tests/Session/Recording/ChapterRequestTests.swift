import Delivery
import Fixtures
import Foundation
import Platform
import Testing

@testable import Session

/// Chapters in the recordings of a running broadcast.
@Suite(.timeLimit(.minutes(5))) struct ChapterRequestTests {
    private func refusal(_ fixture: TargetFixture, _ name: String? = nil) -> DeliveryError? {
        do throws(DeliveryError) {
            _ = try fixture.coordinator.mark(name, at: .now())
            return nil
        } catch { return error }
    }

    @Test func everyRecordingThatRunsGetsIt() throws {
        let fixture = try TargetFixture { (configuration, path) in
            configuration.targets = ["a.mkv", "b.mp4", "c.ts"].map { path + "/" + $0 }
        }
        #expect(refusal(fixture)?.message.contains("nothing is recorded now") == true)
        try fixture.open()
        for id in 1...3 { #expect(fixture.reaches(.live, id)) }
        let first = try fixture.coordinator.mark(nil, at: .now())
        #expect(first == ChapterReport(name: "Chapter 1", targets: [1, 2], without: [3]))
        let second = try fixture.coordinator.mark("Questions", at: .now())
        #expect(second.name == "Questions" && second.targets == [1, 2])
        #expect(try fixture.coordinator.mark(nil, at: .now()).name == "Chapter 3")
        // Before the end, as a crash would leave it, once there is something to play.
        #expect(fixture.goesOn(pictures: 120))
        for file in ["a.mkv", "b.mp4"] {
            let titles = Program.probe(fixture.scratch.file(file), "chapter_tags=title").compactMap(\.first)
            #expect(titles == ["Chapter 1", "Questions", "Chapter 3"], "\(file): \(titles)")
        }
        #expect(fixture.refusal(.pause(id: 1)) == nil)
        #expect(try fixture.coordinator.mark("in a pause", at: .now()).targets == [1, 2])
        fixture.end()
        #expect(Program.probe(fixture.scratch.file("a.mkv"), "chapter_tags=title").compactMap(\.first).last == "in a pause")
        for file in ["a.mkv", "b.mp4"] { #expect(Program.decodingComplaints(fixture.scratch.file(file)) == "") }
    }

    @Test func whereNoneCanBeHeldItIsRefused() throws {
        let fixture = try TargetFixture { $0.targets = [$1 + "/c.ts"] }
        try fixture.open()
        #expect(fixture.reaches(.live, 1))
        let error = refusal(fixture, "x")
        #expect(error?.code == .notNow && error?.message.contains("c.ts cannot hold chapters") == true, "\(String(describing: error))")
    }

    @Test func aNewFileIsTold() throws {
        let fixture = try TargetFixture { $0.targets = [$1 + "/talk-%Y.mkv"] }
        try fixture.open()
        #expect(fixture.reaches(.live, 1))
        #expect(fixture.told(.look).contains("recording.file"))
        #expect(fixture.coordinator.targets[0].status.maskedURL.hasSuffix("/talk-\(Calendar.current.component(.year, from: Date())).mkv"))
        #expect(fixture.refusal(.add(fixture.scratch.file("talk-%Y.mkv")))?.code == .taken)
        #expect(fixture.refusal(.add(fixture.scratch.file("%Y/talk-%y.mkv"))) == nil)
        #expect(fixture.reaches(.live, 2))
    }
}
