import Delivery
import Fixtures
import Foundation
import Platform
import Testing

@testable import Session

/// What is asked of the targets of a running broadcast, and what is refused.
@Suite(.timeLimit(.minutes(5))) struct TargetCoordinatorTests {
    @Test func beforeTheFirstPictureTargetsCanBeAddedAndTakenAwayAgain() throws {
        let fixture = try TargetFixture { $0.targets = [$1 + "/a.mkv"] }
        let early = fixture.refusal(.pause(id: 1))
        #expect(early?.code == .notNow && early?.message == "target 1 waits for the first picture", "\(String(describing: early))")
        #expect(fixture.refusal(.add(fixture.scratch.file("b.mkv"))) == nil)
        #expect(fixture.refusal(.add(fixture.scratch.file("c.mkv"))) == nil)
        #expect(fixture.refusal(.remove(id: 2)) == nil)
        try fixture.open()
        #expect(fixture.reaches(.live, 1) && fixture.reaches(.live, 3) && fixture.state(2) == nil)
        fixture.end()
        #expect(fixture.scratch.names() == ["a.mkv", "c.mkv"])
    }

    @Test func aTargetIsAddedAndTakenAwayWhileOthersGoOn() throws {
        let fixture = try TargetFixture { $0.targets = [$1 + "/a.mkv"] }
        try fixture.open()
        #expect(fixture.reaches(.live, 1))
        #expect(fixture.refusal(.add(fixture.scratch.file("b.mkv"))) == nil)
        #expect(fixture.reaches(.live, 2) && fixture.goesOn(pictures: 60))
        #expect(fixture.refusal(.remove(id: 2)) == nil)
        // It is complete when the answer is there.
        #expect(Program.decodingComplaints(fixture.scratch.file("b.mkv")) == "")
        #expect(fixture.state(2) == nil && fixture.state(1) == .live)
        #expect(fixture.refusal(.add(fixture.scratch.file("c.mkv"))) == nil)
        // Numbers are not used twice.
        #expect(fixture.reaches(.live, 3))
        fixture.end()
        #expect(fixture.state(1) == .closed && fixture.coordinator.targets.allSatisfy { $0.status.droppedPictures == 0 })
    }

    @Test func numbersThatNoOneHasAreAnsweredWithThoseThatThereAre() throws {
        let fixture = try TargetFixture { $0.targets = [$1 + "/a.mkv", $1 + "/b.mkv"] }
        for request: TargetRequest in [.remove(id: 7), .pause(id: 7), .resume(id: 7), .reconnect(id: 7)] {
            let error = fixture.refusal(request)
            #expect(error?.code == .unknownTarget && error?.message == "there is no target 7; there are: 1, 2", "\(String(describing: error))")
        }
        #expect(fixture.refusal(.remove(id: 1)) == nil && fixture.refusal(.remove(id: 2)) == nil)
        #expect(fixture.refusal(.remove(id: 1))?.message == "there is no target 1; there are: none")
    }

    @Test func whatMakesNoSenseOrIsThereAlreadyIsNotAdded() throws {
        let fixture = try TargetFixture { $0.targets = [$1 + "/a.mkv", "rtmp://127.0.0.1:9/app/SECRET"] }
        try fixture.open()
        #expect(fixture.reaches(.live, 1))
        #expect(FileManager.default.createFile(atPath: fixture.scratch.file("old.mkv"), contents: Data("old".utf8)))
        let cases: [(address: String, code: DeliveryError.Code, words: String)] = [
            ("ftp://h/x", .badURL, "ftp://"), ("rtmp://127.0.0.1:9/app/SECRET", .taken, "is named twice"), ("rtmp://h", .badURL, "HOST"),
            (fixture.scratch.file("a.mkv"), .exists, "choose another name"), (fixture.scratch.file("old.mkv"), .exists, "choose another name"),
            (fixture.scratch.file("nowhere/a.mkv"), .notWritable, "nowhere"), ("", .badURL, "empty"),
        ]
        for (address, code, words) in cases {
            let error = fixture.refusal(.add(address))
            #expect(error?.code == code && error?.message.contains(words) == true, "\(address): \(String(describing: error))")
            #expect(error?.message.contains("SECRET") == false)
            // A program asks, which has no options.
            #expect(error?.message.contains("--") == false)
        }
        #expect(fixture.coordinator.targets.map(\.id) == [1, 2])
        // Nothing of it used up a number.
        #expect(fixture.refusal(.add(fixture.scratch.file("b.mkv"))) == nil && fixture.reaches(.live, 3))
        #expect(FileManager.default.contents(atPath: fixture.scratch.file("old.mkv")) == Data("old".utf8))
        // Who starts a host has one.
        var configuration = SessionConfiguration()
        configuration.targets = [fixture.scratch.file("old.mkv")]
        let error = #expect(throws: SessionError.self) { try TargetCoordinator.parse(configuration) }
        #expect(error?.message.hasSuffix("exists already: choose another name, or say --overwrite") == true)
    }

    /// By the address of its ladder, in its place; one that lacks nothing is refused as ever.
    @Test func aRenditionThatWasRemovedComesBack() throws {
        let fixture = try TargetFixture {
            $0.ladder = LadderChoice([LadderRung(.lines(180)), LadderRung(.lines(90))])
            $0.targets = ["hls:" + $1]
        }
        let address = "hls:" + fixture.scratch.path
        func names() -> [String] { fixture.coordinator.statuses.compactMap { $0.rendition?.name } }
        #expect(names() == ["180p", "90p", "audio-mix"])
        #expect(fixture.refusal(.add(address))?.code == .taken)
        #expect(fixture.refusal(.remove(id: 2)) == nil && fixture.refusal(.remove(id: 3)) == nil)
        #expect(names() == ["180p"])
        #expect(fixture.refusal(.add(address)) == nil)
        #expect(names() == ["180p", "90p", "audio-mix"] && fixture.coordinator.statuses.map(\.id) == [1, 4, 5])
        let ladders = Set(fixture.coordinator.state.withLock { $0.entries.compactMap { $0.rendition?.ladder } })
        #expect(ladders.count == 1)
        #expect(fixture.refusal(.add(address))?.code == .taken)
    }

    /// Its renditions' files would be others, and its master the same.
    @Test func aSecondLadderIntoAFolderIsRefusedUntilTheLastRenditionOfTheFirstHasGone() throws {
        let fixture = try TargetFixture {
            $0.ladder = LadderChoice([LadderRung(.lines(180))])
            $0.targets = ["hls:" + $1]
        }
        func second() throws -> TargetFixture {
            try TargetFixture { configuration, _ in
                configuration.ladder = LadderChoice([LadderRung(.lines(90))])
                configuration.streams = .videoOnly
                configuration.targets = ["hls:" + fixture.scratch.path]
            }
        }
        let refused = #expect(throws: SessionError.self) { try second() }
        #expect(refused?.message.contains("streams there already") == true, "\(String(describing: refused))")
        #expect(fixture.refusal(.remove(id: 1)) == nil)
        #expect(throws: SessionError.self) { try second() }
        #expect(fixture.refusal(.remove(id: 2)) == nil)
        _ = try second()
    }

    /// Where the segments are public, the keys beside them would be too.
    @Test func aWebServerGetsNoKeys() throws {
        let fixture = try TargetFixture { configuration, _ in
            configuration.ladder = LadderChoice([LadderRung(.lines(90))])
            configuration.ladder?.encryption = LadderEncryption()
        }
        let error = fixture.refusal(.add("https://127.0.0.1:9/live/master.m3u8"))
        #expect(error?.code == .badSetting && error?.message.contains("key-folder and key-uri") == true, "\(String(describing: error))")
        #expect(fixture.refusal(.add("hls:" + fixture.scratch.path)) == nil)
    }

    @Test func aTargetThatNoStreamIsForIsNotAdded() throws {
        let fixture = try TargetFixture {
            $0.streams = .videoOnly
            $0.targets = [$1 + "/a.mkv"]
        }
        let error = fixture.refusal(.add(fixture.scratch.file("b.m4a")))
        #expect(error?.code == .notNow && error?.message.contains("sound alone") == true, "\(String(describing: error))")
    }

    /// Shorter than the session takes to look at its targets.
    @Test func aShortPauseIsTold() throws {
        let fixture = try TargetFixture { $0.targets = [$1 + "/a.mkv"] }
        try fixture.open()
        #expect(fixture.reaches(.live, 1))
        _ = fixture.told(.look)
        #expect(fixture.refusal(.pause(id: 1)) == nil && fixture.refusal(.resume(id: 1)) == nil)
        #expect(fixture.told(.look).prefix(2) == ["target.paused", "target.resumed"])
        fixture.end()
    }

    @Test func aRecordingIsPausedAndResumedAsAskedAndNothingElse() throws {
        let fixture = try TargetFixture { $0.targets = [$1 + "/a.mkv"] }
        try fixture.open()
        #expect(fixture.reaches(.live, 1))
        #expect(fixture.refusal(.resume(id: 1))?.message == "target 1 is live, not paused")
        #expect(fixture.refusal(.reconnect(id: 1))?.message == "target 1 is a recording: there is nothing to connect to")
        for _ in 0..<3 {
            // The answer is there when it is so: nothing has to be waited for in between.
            #expect(fixture.refusal(.pause(id: 1)) == nil)
            #expect(fixture.state(1) == .paused)
            #expect(fixture.refusal(.reconnect(id: 1))?.message == "target 1 is paused: resume it")
            #expect(fixture.refusal(.resume(id: 1)) == nil)
            #expect(fixture.state(1) != .paused)
            #expect(fixture.reaches(.live, 1))
            // More than sound alone comes to meanwhile, so that there are pictures between the pauses.
            let written = fixture.coordinator.targets[0].status.bytesSent
            #expect(Watchdog.until { fixture.coordinator.targets[0].status.bytesSent > written + 30_000 })
        }
        fixture.end()
        let file = fixture.scratch.file("a.mkv")
        #expect(Program.decodingComplaints(file) == "")
        let times = Program.probe(file, "packet=dts_time", ["-select_streams", "v"]).compactMap { Double($0[0]) }
        #expect(times.count > 3 && zip(times.dropFirst(), times).allSatisfy { $0 > $1 }, "\(times)")
    }

    @Test func whatHappensToATargetIsToldOnceAndItsRemovalAfterTheRates() throws {
        let fixture = try TargetFixture { $0.targets = [$1 + "/a.mkv"] }
        #expect(fixture.told(.look) == [])
        try fixture.open()
        #expect(fixture.reaches(.live, 1))
        #expect(
            fixture.told(.look) == [
                "target.added", "target.connecting", "target.connected", "target.firstFrameSent", "target.live", "recording.file",
            ])
        #expect(fixture.told(.look) == [] && fixture.told(.ratesFollowed) == [])
        #expect(fixture.refusal(.remove(id: 1)) == nil && fixture.told(.look) == [])
        #expect(fixture.told(.ratesFollowed) == ["target.removed"] && fixture.told(.ratesFollowed) == [])
    }

    @Test func theBroadcastEndsWhenEveryTargetHasFailed() throws {
        let fixture = try TargetFixture { configuration, scratch in
            configuration.targets = ["rtmp://127.0.0.1:9/app/key", scratch + "/a.mkv"]
            configuration.reconnect = ReconnectPolicy(.fixed(.milliseconds(100)), limit: 1)
        }
        try fixture.open()
        #expect(fixture.reaches(.failed, 1) && fixture.reaches(.live, 2))
        #expect(fixture.coordinator.handle(.ratesFollowed, at: .now()) == [])
        #expect(fixture.refusal(.remove(id: 2)) == nil)
        let end = SessionAction.end(SessionError(.failed, "every target has failed"))
        #expect(fixture.coordinator.handle(.ratesFollowed, at: .now()).contains(end))
    }

    @Test func whatHasFailedCannotBePausedButConnectedOnceMore() throws {
        let fixture = try TargetFixture { configuration, _ in
            configuration.targets = ["rtmp://127.0.0.1:9/app/key"]
            configuration.reconnect = ReconnectPolicy(.fixed(.milliseconds(100)), limit: 1)
        }
        try fixture.open()
        #expect(fixture.reaches(.failed, 1) && fixture.coordinator.haveAllFailed)
        #expect(fixture.refusal(.pause(id: 1))?.message == "target 1 has failed: there is nothing to pause")
        #expect(fixture.refusal(.reconnect(id: 1)) == nil)
        #expect(fixture.refusal(.reconnect(id: nil)) == nil)
        #expect(fixture.refusal(.add(fixture.scratch.file("a.mkv"))) == nil && fixture.reaches(.live, 2) && !fixture.coordinator.haveAllFailed)
        #expect(fixture.refusal(.remove(id: 1)) == nil)
    }

    @Test func aBroadcastWithoutTargetsOfItsOwnHasNotFailed() throws {
        let fixture = try TargetFixture { $0.pageDirectory = $1 }
        try fixture.open()
        #expect(fixture.reaches(.live, 1) && !fixture.coordinator.haveAllFailed)
        #expect(fixture.refusal(.remove(id: 1))?.message == "target 1 is the page: it goes on as long as the broadcast")
        #expect(fixture.refusal(.add("rtmp://127.0.0.1:9/app/key")) == nil && fixture.refusal(.remove(id: 2)) == nil)
        #expect(!fixture.coordinator.haveAllFailed)
    }

    /// The page gets the ladder too, in its own directory, and low latency where no folder has it; then no one gets the main encoding.
    @Test(arguments: [false, true]) func ofALadderThePageGetsTheLadder(hasFolder: Bool) throws {
        let fixture = try TargetFixture { configuration, path in
            configuration.pageDirectory = path + "/page"
            if hasFolder { configuration.targets = ["hls:\(path)/folder"] }
            var ladder = LadderChoice([LadderRung(.lines(360)), LadderRung(.lines(180))])
            (ladder.window, ladder.hasLowLatency) = (.everything, true)
            configuration.encodings = ladder.rungs.map(\.encoding)
            configuration.ladder = ladder
        }
        let statuses = fixture.coordinator.statuses, page = statuses.filter { $0.rendition?.ladder.hasSuffix("/page/live.m3u8") == true }
        #expect(page.map { $0.rendition?.name } == ["360p", "180p", "audio-mix"] && statuses.count == (hasFolder ? 6 : 3))
        #expect(statuses.allSatisfy { $0.encoding.hasPrefix("ladder-") })
        let served = try #require(fixture.coordinator.servedLadder)
        #expect(served.url.masked.hasSuffix(hasFolder ? "/folder/master.m3u8" : "/page/live.m3u8"))
        #expect(fixture.coordinator.state.withLock { $0.entries }.allSatisfy { $0.isPage == ($0.rendition?.ladder.window == .live) })
        #expect(fixture.refusal(.remove(id: statuses.count))?.message.contains("is the page") == true)
        try fixture.open()
        #expect(fixture.coordinator.statuses.count == statuses.count)
    }

    @Test func atTheEndNothingIsAdded() throws {
        let fixture = try TargetFixture { $0.targets = [$1 + "/a.mkv"] }
        try fixture.open()
        #expect(fixture.reaches(.live, 1))
        fixture.end()
        let error = fixture.refusal(.add(fixture.scratch.file("b.mkv")))
        #expect(error?.code == .notNow && error?.message == "the broadcast is ending")
        #expect(fixture.scratch.names() == ["a.mkv"])
    }
}
