import Codec
import Delivery
import Frames
import Session
import Testing

@testable import SplitcastCLI

/// What options come to.
@Suite struct PlanTests {
    private func plan(_ arguments: String) throws -> BroadcastPlan {
        let live = try #require(try LiveCommand.parseAsRoot(arguments.split(separator: " ").map(String.init)) as? LiveCommand)
        return try live.plan()
    }

    @Test func everyOptionArrives() throws {
        let plan = try plan(
            "--capture x11 --display :1 --size 1280x720 --fps 60 --video-bitrate 3.5M --audio-bitrate 96k --mic none --group talk --duration 5m "
                + "--to rtmp://live.example.com/app/KEY --record talk.mkv --overwrite --aspect fill --cadence constant --preset fast --profile main "
                + "--effort fixed --nice -3 "
                + "--keyframe-interval 500ms --reconnect-interval 3 --http [::1]:9000 --orientation left-mirrored")
        let configuration = plan.configuration
        #expect(configuration.capture == .agent(backend: "x11", arguments: ["--display", ":1", "--orientation", "left-mirrored"]))
        #expect(configuration.canvasSize == PixelSize(width: 1280, height: 720))
        #expect(configuration.framesPerSecond == 60 && configuration.isCadenceConstant && configuration.aspect == .fill)
        #expect(configuration.quality == QualityChoice(ceiling: 3_500_000) && configuration.audio.bitsPerSecond == 96_000)
        #expect(configuration.microphones.isEmpty && configuration.group.text == "talk" && configuration.duration == .seconds(300))
        #expect(configuration.targets == ["rtmp://live.example.com/app/KEY", "talk.mkv"] && configuration.overwrites)
        #expect(configuration.preset == "fast" && configuration.profile == "main")
        #expect(!configuration.mayLowerEffort && configuration.encoderNiceness == -3)
        #expect(configuration.keyframeInterval == .milliseconds(500) && configuration.reconnect == ReconnectPolicy(.fixed(.seconds(3))))
        #expect(plan.page?.description == "[::1]:9000")
    }

    @Test func aLadderIsSeveralEncodings() throws {
        let plan = try plan(
            "--display :1 --to hls:/tmp --to rtmp://h/a/k --bitrate 4M --ladder 1080p,1280x720@2M,360p --dvr 2h --audio-group mix:en,mic")
        let configuration = plan.configuration
        let ladder = try #require(configuration.ladder)
        #expect(configuration.encodings.map(\.name) == ["ladder-1080p", "ladder-1280x720", "ladder-360p"])
        #expect(configuration.encodings.allSatisfy(\.isAligned) && configuration.encodings.map(\.bitRate) == [nil, 2_000_000, nil])
        #expect(ladder.window == .time(.seconds(7200)) && ladder.audio == [.init(source: "mix", language: "en"), .init(source: "mic")])
        #expect(plan.unusedEncodings == [])
        #expect(plan.shownTargets == ["/tmp/master.m3u8 (ladder 1080p, 1280x720, 360p)", "rtmp://h/a/***"])
        #expect(try self.plan("--display :1 --to /tmp/a.m3u8 --ladder 720p --dvr all").configuration.ladder?.window == .everything)
        let secret = try self.plan("--display :1 --to hls:/tmp --ladder 720p --encrypt aes-128,rotate=30,key-folder=/tmp,key-uri=https://k/")
            .configuration
        #expect(secret.ladder?.encryption == LadderEncryption(rotation: 30, keyURI: "https://k/", keyFolder: "/tmp"))
        // As a folder that is missing, with those above it; and the desktop's audio is captured where viewers choose it.
        let heard = try self.plan("--display :1 --to hls:/tmp/no/such --ladder 720p --audio-group mix,mic,desktop").configuration
        #expect(heard.desktopAudio != nil && configuration.desktopAudio == nil && heard.ladder?.audio.map(\.source) == ["mix", "mic", "desktop"])
        let close = try self.plan("--display :1 --to hls:/tmp --ladder 720p --low-latency").configuration
        // The page is enough.
        #expect(try self.plan("--display :1 --ladder 720p --low-latency").configuration.ladder?.hasLowLatency == true)
        #expect(close.ladder?.hasLowLatency == true && close.isCadenceConstant && !configuration.isCadenceConstant)
    }

    @Test func withoutAWordTheEffortMayFallAndThePriorityIsLeftToTheHost() throws {
        let configuration = try plan("--display :1").configuration
        #expect(configuration.mayLowerEffort && configuration.encoderNiceness == nil)
        #expect(try plan("--display :1 --nice 10 --effort auto").configuration.encoderNiceness == 10)
    }

    @Test(arguments: [
        ("--split 10m", RecordingSplit.every(.seconds(600)), 200_000_000), ("--split 500MB --min-free 1.5GiB", .atBytes(500_000_000), 1_610_612_736),
        ("--split 2gb --min-free 0", .atBytes(2_000_000_000), 0), ("--split 1h --min-free 50MB", .every(.seconds(3600)), 50_000_000),
    ])
    func recordingsAreSplitAsAsked(options: String, split: RecordingSplit, minFree: Int) throws {
        let configuration = try plan("--display :1 --record talk.mkv \(options)").configuration
        #expect(configuration.recordingSplit == split && configuration.minFreeBytes == minFree)
    }

    @Test(arguments: ["--split 10m", "--keep 20GB --split 1h", "--min-free 1GB", "--record-tracks mix"])
    func recordingsOfAnEncodingTakeTheSameOptions(options: String) throws {
        #expect(try plan("--display :1 --record talk.mkv@low \(options)").configuration.targets == ["talk.mkv@low"])
    }

    @Test func targetsAreShownWithTheirEncodingAndWithoutTheirKey() throws {
        let shown = try plan("--display :1 --to rtmp://a/app/SECRET@low --to rtmp://b/app/SECRET --record talk.mkv@high").shownTargets
        #expect(shown.count == 3 && shown[0].hasPrefix("rtmp://a/") && shown[0].hasSuffix(" (encoding low)"))
        #expect(shown[1].hasPrefix("rtmp://b/") && !shown[1].contains("encoding") && shown[2] == "talk.mkv (encoding high)")
        #expect(!shown.joined().contains("SECRET"))
    }

    @Test func anEncodingMayBeDescribedForATargetThatComesLater() throws {
        let described = "--encoding archive:crf=20 --encoding low:bitrate=400k"
        #expect(try plan("--display :1 --record talk.mkv@low \(described)").unusedEncodings == ["archive"])
        #expect(try plan("--display :1 \(described)").unusedEncodings == ["archive", "low"])
        #expect(try plan("--display :1 --record a.mkv@archive --record b.mkv@low \(described)").unusedEncodings.isEmpty)
        let host = try #require(try HostCommand.parseAsRoot(["--encoding", "archive:crf=20"]) as? HostCommand)
        #expect(try host.plan().unusedEncodings == ["archive"])
    }

    @Test func whatIsGivenTakesThePlaceOfAPresetsBitRate() throws {
        let encodings = try plan("--display :1 --encoding low:crf=20 --encoding mid:bitrate=1M --encoding high:fps=20").configuration.encodings
        #expect(encodings.map(\.constantQuality) == [20, nil, nil] && encodings.map(\.bitRate) == [nil, 1_000_000, 6_000_000])
        #expect(encodings[0].size == PixelSize(width: 640, height: 360))
    }

    @Test func aPictureHasHalfChromaUnlessItIsDescribedOtherwise() throws {
        let described = "--encoding a:crf=20,pixel=444 --encoding b:pixel=420 --encoding c:crf=20"
        #expect(try plan("--display :1 \(described)").configuration.encodings.map(\.sampling) == [.full, .half, .half])
    }

    @Test func aReplayAloneIsABroadcast() throws {
        #expect(try plan("--display :1 --http off --replay 90s").configuration.replay == .seconds(90))
        #expect(throws: CommandFailure.self) { try plan("--display :1 --http off") }
        #expect(try plan("--display :1 --record talk-%Y-%m-%d_%H%M%S.mkv").configuration.targets == ["talk-%Y-%m-%d_%H%M%S.mkv"])
    }

    @Test(arguments: [
        ("--keep 20GB --split 1h", RecordingKeep.bytes(20_000_000_000)), ("--keep 14d --split 1h", .age(.seconds(14 * 86_400))),
        ("--keep 36h --split 1h", .age(.seconds(36 * 3600))),
    ])
    func olderFilesGiveWayAsAsked(options: String, keep: RecordingKeep) throws {
        #expect(try plan("--display :1 --record talk.mkv \(options)").configuration.recordingKeep == keep)
    }

    @Test func certificatesAreCheckedUnlessAskedNotTo() throws {
        let usual = try plan("--display :1").configuration
        #expect(usual.certificates == nil && !usual.isCertificateUnchecked)
        #expect(try plan("--display :1 --tls-insecure").configuration.isCertificateUnchecked)
        let system = "/etc/ssl/certs/ca-certificates.crt"
        #expect(try plan("--display :1 --tls-ca \(system)").configuration.certificates == system)
    }

    @Test func theHookIsTakenAsItIsWritten() throws {
        func plan(_ command: String) throws -> BroadcastPlan? {
            try (try LiveCommand.parseAsRoot(["--display", ":1", "--url-hook", command]) as? LiveCommand)?.plan()
        }
        #expect(try plan("get-url \"$SPLITCAST_TARGET\"")?.configuration.addressHook == AddressHook("get-url \"$SPLITCAST_TARGET\""))
        let refused = #expect(throws: CommandFailure.self) { try plan(" ") }
        #expect(refused?.exitCode == 2 && refused?.message.contains("prints an address") == true)
    }

    @Test func nothingButADisplayMeansThePageAndTheDefaultMicrophone() throws {
        let plan = try plan("--display :1")
        #expect(plan.page == .standard && plan.configuration.targets.isEmpty)
        #expect(plan.configuration.microphones.map(\.choice) == [.systemDefault] && plan.configuration.group == .standard)
        #expect(plan.configuration.canvasSize == nil && plan.configuration.duration == nil)
    }

    @Test(arguments: [
        ("--capture pattern", []), ("--capture pattern --size 640x360", ["--size", "640x360"]), ("--capture pattern --size 64x64", []),
        ("--capture pattern --size 640x360 --pattern-size 1920x1080", ["--size", "1920x1080"]),
    ])
    func theTestCardIsAsLargeAsTheCanvasWhereItFits(arguments: String, told: [String]) throws {
        #expect(try plan(arguments).configuration.capture == .agent(backend: "pattern", arguments: told))
    }

    @Test(arguments: [("3500k", 3_500_000), ("3.5M", 3_500_000), ("3500000", 3_500_000), ("4m", 4_000_000), ("50K", 50_000)])
    func bitRates(text: String, rate: Int) throws {
        #expect(try OptionText.bitRate("--video-bitrate", text, 50_000...200_000_000) == rate)
    }

    @Test(arguments: [("2", 2000), ("2s", 2000), ("500ms", 500), ("1.5s", 1500), ("5m", 300_000), ("1h", 3_600_000)])
    func durations(text: String, milliseconds: Int) throws {
        #expect(try OptionText.duration("--duration", text, .milliseconds(100) ... .seconds(7200)) == .milliseconds(milliseconds))
    }

    @Test func audioAloneNeedsNoDesktop() throws {
        let configuration = try plan("--audio-only --audio-codec opus --audio-channels 1 --audio-bitrate 24k --record talk.opus").configuration
        #expect(configuration.streams == .audioOnly && configuration.capture == .none)
        #expect(configuration.audio == AudioSettings(codec: .opus, channels: 1, bitsPerSecond: 24_000))
    }

    @Test func thePictureAloneIsCapturedAsEver() throws {
        let configuration = try plan("--video-only --display :1 --mic none").configuration
        #expect(configuration.streams == .videoOnly && configuration.capture == .agent(backend: "x11", arguments: ["--display", ":1"]))
    }

    @Test func theHostTakesThemToo() throws {
        let host = try #require(try HostCommand.parseAsRoot(["--audio-only", "--audio-rate", "44100"]) as? HostCommand)
        let configuration = try host.plan().configuration
        #expect(configuration.streams == .audioOnly && configuration.audio == AudioSettings(sampleRate: 44_100))
    }

    @Test func hostTakesNoCaptureOption() {
        #expect(throws: (any Error).self) { try HostCommand.parseAsRoot(["--capture", "x11"]) }
    }
}
