import Delivery
import Foundation
import MediaFixtures
import Testing

@testable import Session

/// What is asked of the targets of a running broadcast, and what is refused.
@Suite(.timeLimit(.minutes(5))) struct TargetCoordinatorTests {
    @Test func beforeTheFirstPictureTargetsCanBeAddedAndTakenAwayAgain() throws {
        let bed = try TargetFixture { $0.targets = [$1 + "/a.mkv"] }
        let early = bed.refusal(.pause(id: 1))
        #expect(early?.code == .notNow && early?.message == "target 1 waits for the first picture", "\(String(describing: early))")
        #expect(bed.refusal(.add(bed.scratch.file("b.mkv"))) == nil)
        #expect(bed.refusal(.add(bed.scratch.file("c.mkv"))) == nil)
        #expect(bed.refusal(.remove(id: 2)) == nil)
        try bed.open()
        #expect(bed.reaches(.live, 1) && bed.reaches(.live, 3) && bed.state(2) == nil)
        bed.end()
        #expect(bed.scratch.names() == ["a.mkv", "c.mkv"])
    }

    @Test func aTargetIsAddedAndTakenAwayWhileOthersGoOn() throws {
        let bed = try TargetFixture { $0.targets = [$1 + "/a.mkv"] }
        try bed.open()
        #expect(bed.reaches(.live, 1))
        #expect(bed.refusal(.add(bed.scratch.file("b.mkv"))) == nil)
        #expect(bed.reaches(.live, 2) && bed.goesOn(pictures: 60))
        #expect(bed.refusal(.remove(id: 2)) == nil)
        // It is complete when the answer is there.
        #expect(Program.decodingComplaints(bed.scratch.file("b.mkv")) == "")
        #expect(bed.state(2) == nil && bed.state(1) == .live)
        #expect(bed.refusal(.add(bed.scratch.file("c.mkv"))) == nil)
        // Numbers are not used twice.
        #expect(bed.reaches(.live, 3))
        bed.end()
        #expect(bed.state(1) == .closed && bed.desk.targets.allSatisfy { $0.status.droppedPictures == 0 })
    }

    @Test func numbersThatNobodyHasAreAnsweredWithThoseThatThereAre() throws {
        let bed = try TargetFixture { $0.targets = [$1 + "/a.mkv", $1 + "/b.mkv"] }
        for request: TargetRequest in [.remove(id: 7), .pause(id: 7), .resume(id: 7), .reconnect(id: 7)] {
            let error = bed.refusal(request)
            #expect(error?.code == .unknownTarget && error?.message == "there is no target 7; there are: 1, 2", "\(String(describing: error))")
        }
        #expect(bed.refusal(.remove(id: 1)) == nil && bed.refusal(.remove(id: 2)) == nil)
        #expect(bed.refusal(.remove(id: 1))?.message == "there is no target 1; there are: none")
    }

    @Test func whatMakesNoSenseOrIsThereAlreadyIsNotAdded() throws {
        let bed = try TargetFixture { $0.targets = [$1 + "/a.mkv", "rtmp://127.0.0.1:9/app/SECRET"] }
        try bed.open()
        #expect(bed.reaches(.live, 1))
        #expect(FileManager.default.createFile(atPath: bed.scratch.file("old.mkv"), contents: Data("old".utf8)))
        let cases: [(address: String, code: DeliveryError.Code, words: String)] = [
            ("ftp://h/x", .badURL, "ftp://"), ("rtmp://127.0.0.1:9/app/SECRET", .taken, "is named twice"), ("rtmp://h", .badURL, "HOST"),
            (bed.scratch.file("a.mkv"), .exists, "--overwrite"), (bed.scratch.file("old.mkv"), .exists, "--overwrite"),
            (bed.scratch.file("nowhere/a.mkv"), .notWritable, "nowhere"), ("", .badURL, "empty"),
        ]
        for (address, code, words) in cases {
            let error = bed.refusal(.add(address))
            #expect(error?.code == code && error?.message.contains(words) == true, "\(address): \(String(describing: error))")
            #expect(error?.message.contains("SECRET") == false)
        }
        #expect(bed.desk.targets.map(\.id) == [1, 2])
        // Nothing of it used up a number.
        #expect(bed.refusal(.add(bed.scratch.file("b.mkv"))) == nil && bed.reaches(.live, 3))
        #expect(FileManager.default.contents(atPath: bed.scratch.file("old.mkv")) == Data("old".utf8))
    }

    @Test func aTargetThatNoStreamIsForIsNotAdded() throws {
        let bed = try TargetFixture {
            $0.streams = .videoOnly
            $0.targets = [$1 + "/a.mkv"]
        }
        let error = bed.refusal(.add(bed.scratch.file("b.m4a")))
        #expect(error?.code == .notNow && error?.message.contains("sound alone") == true, "\(String(describing: error))")
    }

    @Test func aRecordingIsPausedAndResumedAsAskedAndNothingElse() throws {
        let bed = try TargetFixture { $0.targets = [$1 + "/a.mkv"] }
        try bed.open()
        #expect(bed.reaches(.live, 1))
        #expect(bed.refusal(.resume(id: 1))?.message == "target 1 is live, not paused")
        #expect(bed.refusal(.reconnect(id: 1))?.message == "target 1 is a recording: there is nothing to connect to")
        for _ in 0..<3 {
            // The answer is there when it is so: nothing has to be waited for in between.
            #expect(bed.refusal(.pause(id: 1)) == nil)
            #expect(bed.state(1) == .paused)
            #expect(bed.refusal(.reconnect(id: 1))?.message == "target 1 is paused: resume it")
            #expect(bed.refusal(.resume(id: 1)) == nil)
            #expect(bed.reaches(.live, 1))
            // More than sound alone comes to meanwhile, so that there are pictures between the pauses.
            let written = bed.desk.targets[0].status.bytesSent
            #expect(Watchdog.until { bed.desk.targets[0].status.bytesSent > written + 30_000 })
        }
        bed.end()
        let file = bed.scratch.file("a.mkv")
        #expect(Program.run("ffmpeg", ["-v", "error", "-i", file, "-f", "null", "-"]).complaints == "")
        let times = Program.probe(file, "packet=dts_time", ["-select_streams", "v"]).compactMap { Double($0[0]) }
        #expect(times.count > 3 && zip(times.dropFirst(), times).allSatisfy { $0 > $1 }, "\(times)")
    }

    @Test func whatHasFailedCannotBePausedButConnectedOnceMore() throws {
        let bed = try TargetFixture { configuration, _ in
            configuration.targets = ["rtmp://127.0.0.1:9/app/key"]
            configuration.reconnect = ReconnectPolicy(.fixed(.milliseconds(100)), limit: 1)
        }
        try bed.open()
        #expect(bed.reaches(.failed, 1) && bed.desk.haveAllFailed)
        #expect(bed.refusal(.pause(id: 1))?.message == "target 1 has failed: there is nothing to pause")
        #expect(bed.refusal(.reconnect(id: 1)) == nil)
        #expect(bed.refusal(.reconnect(id: nil)) == nil)
        #expect(bed.refusal(.add(bed.scratch.file("a.mkv"))) == nil && bed.reaches(.live, 2) && !bed.desk.haveAllFailed)
        #expect(bed.refusal(.remove(id: 1)) == nil)
    }

    @Test func aBroadcastWithoutTargetsOfItsOwnHasNotFailed() throws {
        let bed = try TargetFixture { $0.pageDirectory = $1 }
        try bed.open()
        #expect(bed.reaches(.live, 1) && !bed.desk.haveAllFailed)
        #expect(bed.refusal(.remove(id: 1))?.message == "target 1 is the page: start without it by --http off")
        #expect(bed.refusal(.add("rtmp://127.0.0.1:9/app/key")) == nil && bed.refusal(.remove(id: 2)) == nil)
        #expect(!bed.desk.haveAllFailed)
    }

    @Test func atTheEndNothingIsAdded() throws {
        let bed = try TargetFixture { $0.targets = [$1 + "/a.mkv"] }
        try bed.open()
        #expect(bed.reaches(.live, 1))
        bed.end()
        let error = bed.refusal(.add(bed.scratch.file("b.mkv")))
        #expect(error?.code == .notNow && error?.message == "the broadcast is ending")
        #expect(bed.scratch.names() == ["a.mkv"])
    }
}
