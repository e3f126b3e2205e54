import AppGroup
import ArgumentParser
import Control
import ControlFixtures
import Foundation
import Frames
import Session
import Testing

@testable import Delivery
@testable import Preflight
@testable import SplitcastCLI

/// `preflight` and `check-url`: what they take, what they print.
@Suite struct PreflightCommandTests {
    static let wrong: [([String], Int32, [String])] = [
        (["preflight", ""], 2, ["empty"]), (["preflight", "rtmp://h"], 2, ["rtmp://HOST[:PORT]/APP/KEY"]),
        (["preflight", "rtmp://h/app"], 2, ["lacks the stream key"]), (["preflight", "ftp://h/a"], 2, ["ftp://", "rtmp://"]),
        (["preflight", "udp://127.0.0.1:9"], 2, ["over UDP no one reports what arrived"]), (["preflight", "/tmp/a.mkv"], 2, ["is a file"]),
        (["preflight", "rtmp://h/a/b", "--quality", "best"], 2, ["--quality best", "sharp, smooth, desktop"]),
        (["preflight", "rtmp://h/a/b", "--quality", "custom"], 2, ["--quality custom"]),
        (["preflight", "rtmp://h/a/b", "--size", "1280"], 2, ["--size 1280", "1280x720"]),
        (["preflight", "rtmp://h/a/b", "--size", "320x180"], 2, ["--size 320x180", "640x360"]),
        (["preflight", "rtmp://h/a/b", "--fps", "5"], 2, ["--fps 5", "15"]),
        (["preflight", "rtmp://h/a/b", "--group", "a/b"], 2, ["--group"]),
        (["preflight", "rtmp://h/a/b", "--apply", "--group", "no-host-is-here"], 4, ["no-host-is-here"]),
        (["preflight", "@/nonexistent"], 2, ["/nonexistent"]),
        (["check-url", "srt://h"], 2, ["lacks a port"]), (["check-url", "srt://h:1?passphrase=short"], 2, ["passphrase", "10 to 79"]),
        (["check-url", "rtmp://h:0/a/b"], 2, ["port"]), (["check-url", "http://h/x"], 2, [".m3u8"]),
        (["check-url", "rtmp://[::1/a/b"], 2, ["]"]), (["check-url", "talk.doc"], 2, [".mkv"]),
        (["check-url", "/nonexistent/talk.mkv"], 1, ["/nonexistent", "make it first"]),
        (["check-url", "rtmp://127.0.0.1:1/app/secretkey"], 1, ["nothing listens"]),
    ]

    @Test(arguments: wrong) func aMistakeIsOneLineWithTheRightForm(words: [String], exitCode: Int32, expected: [String]) async throws {
        var command = try SplitcastCommand.parseAsRoot(words)
        let failure = #expect(throws: CommandFailure.self) { try command.run() }
        #expect(failure?.exitCode == exitCode)
        let message = failure?.message ?? ""
        #expect(!message.contains("\n") && !message.contains("secretkey"))
        for word in expected { #expect(message.contains(word), "\(message)") }
    }

    private func result(_ measured: Int?, _ ending: ProbeEnding = .full, failure: DeliveryError? = nil) throws -> PreflightResult {
        let test = UploadTestResult(
            measured: measured, isAtLeast: ending == .enough, ending: ending, span: .milliseconds(5300), roundTrip: .milliseconds(21),
            failure: failure)
        let url = try TargetURL(parsing: "rtmp://live.twitch.tv/app/secretkey")
        return PreflightResult(
            url: url, test: test, preferences: SettingPreferences(), groups: ["talk"], sufferer: ending == .inTheWay ? "talk" : nil)
    }

    @Test func theBestSettingStandsFirstAndAsACommand() throws {
        let text = PreflightText.result(try result(4_200_000))
        #expect(text.contains("4200 kb/s get through in 5.3 s, 21 ms there and back: the network is full at that"), "\(text)")
        #expect(text.contains("(Twitch)"))
        #expect(text.contains("splitcast live --size 1920x1080 --fps 30 --bitrate 3400k --to"))
        #expect(!text.contains("secretkey"))
    }

    @Test func aLineTooSlowForAnythingIsSaidToBeAndWhatToDo() throws {
        let slow = try result(210_000)
        #expect(slow.settings.isEmpty)
        let problem = try #require(slow.problem)
        #expect(problem.contains("210 kb/s") && problem.contains("--audio-only") && problem.contains("cable"))
        #expect(try result(4_200_000).problem == nil)
    }

    @Test func whatEndedItEarlyIsTold() throws {
        #expect(try result(900_000, .inTheWay).ending.contains("group 'talk'"))
        #expect(try result(nil, .stopped).problem?.contains("two seconds") == true)
        let lost = try result(900_000, .lost, failure: DeliveryError(.lost, "the server hung up"))
        #expect(lost.problem == "the server hung up")
    }

    @Test func theKeysOfTheJSONStay() throws {
        let best = try #require(try result(4_200_000).settings.first)
        let text = JSONText.of(
            PreflightReport(
                try result(4_200_000), applied: RateUpdate.Applied(setting: best, picture: PictureRequest(size: best.size, framesPerSecond: 15)),
                to: try GroupName("talk")), isPretty: false)
        let object = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        #expect(
            Set(object.keys) == [
                "url", "service", "measuredBitsPerSecond", "isAtLeast", "endedBy", "seconds", "roundTripMilliseconds", "pictureBitsPerSecond",
                "soundBitsPerSecond", "besideGroups", "settings", "appliedToGroup", "appliedBitsPerSecond",
                "appliedSize", "appliedFps",
            ])
        let first = try #require((object["settings"] as? [[String: Any]])?.first)
        #expect(Set(first.keys) == ["width", "height", "fps", "bitsPerSecond", "leastBitsPerSecond", "why"])
        #expect(object["endedBy"] as? String == "full")
        #expect(!text.contains("secretkey"))
    }

    @Test func theKeysOfACheckStay() throws {
        let url = try TargetURL(parsing: "rtmp://h/a/secretkey")
        let step = EndpointReport.Step(phase: .resolve, isGood: false, took: .milliseconds(3))
        let report = EndpointReport(steps: [step], failure: DeliveryError(.badKey, "no"), verdict: "no")
        let text = JSONText.of(CheckReport(report, of: url), isPretty: false)
        #expect(
            text
                == #"{"code":"badKey","message":"no","steps":[{"milliseconds":3,"name":"resolve","note":"","ok":false}],"#
                + #""url":"rtmp://h/a/***","verdict":"refused"}"#)
        #expect(CheckText.line(step) == "resolve      failed     3.0 ms")
    }

    @Test func progressFitsTheTerminal() {
        let progress = UploadTestProgress(elapsed: .milliseconds(4000), span: .seconds(8), sending: 2_500_000, delivered: 2_400_000)
        #expect(PreflightText.progress(progress, columns: 120) == "[########--------] 4.0 s  sending 2500 kb/s after 2400 kb/s got through")
        #expect(PreflightText.progress(progress, columns: 20).count < 20)
    }

    @Test func applyingChoosesForThePictureThatTheHostHas() throws {
        let settings = try result(4_200_000).settings
        func chosen(_ size: String, _ fps: Int) -> String? {
            RateUpdate.choice(of: settings, size: size, framesPerSecond: fps).map { "\($0.size)@\($0.framesPerSecond)" }
        }
        #expect(chosen("1920x1080", 30) == "1920x1080@30")
        #expect(chosen("1280x720", 30) == "1280x720@30")
        #expect(chosen("1280x720", 60) == "1280x720@60")
        #expect(chosen("", 30) == "1920x1080@30")
        #expect(chosen("320x180", 30) == "\(try #require(settings.last).size)@\(try #require(settings.last).framesPerSecond)")
    }

    @Test func theRunningHostIsToldTheBitRate() async throws {
        let (group, session) = (try TestGroup(), FakeSession())
        let settings = try result(4_200_000).settings
        let applied = try await group.serving(session) {
            let update = try RateUpdate(group.directory.name)
            try update.check()
            return try update.apply(settings)
        }
        let best = try #require(applied).setting
        #expect(applied?.picture == nil && session.wasTold.pictures.isEmpty)
        #expect(
            PreflightText.applied(try #require(applied), to: "talk")
                == "group 'talk' streams at \(Figure.rate(Double(best.bitsPerSecond))) at most from now on")
        #expect(session.wasTold.rates == [RateRequest(ceiling: best.bitsPerSecond, floor: best.leastBitsPerSecond)])
    }

    @Test func onALineThatIsTooSlowForItThePictureBecomesSmaller() async throws {
        let (group, session) = (try TestGroup(), FakeSession())
        let settings = try result(600_000).settings
        let applied = try await group.serving(session) { try RateUpdate(group.directory.name).apply(settings) }
        let best = try #require(applied).setting
        #expect(best.size.width < 1280)
        let picture = try #require(session.wasTold.pictures.first)
        #expect(picture.size == best.size && session.wasTold.pictures.count == 1)
        #expect(PreflightText.applied(try #require(applied), to: "talk").contains("at most, in \(best.size)"))
    }

    @Test func aSmallerPictureKeepsItsShape() throws {
        func size(_ width: Int, _ height: Int, insteadOf text: String) -> String? {
            let setting = StreamSetting(
                size: PixelSize(width: width, height: height), framesPerSecond: 30, bitsPerSecond: 1, leastBitsPerSecond: 1, why: "")
            return RateUpdate.size(for: setting, insteadOf: text).map { "\($0)" }
        }
        #expect(size(1280, 720, insteadOf: "1920x1080") == "1280x720")
        #expect(size(1920, 1080, insteadOf: "1920x1200") == nil && size(1280, 720, insteadOf: "1280x720") == nil)
        #expect(size(1280, 720, insteadOf: "1920x1200") == "1208x756")
        #expect(size(640, 360, insteadOf: "1080x1920") == "356x632" && size(640, 360, insteadOf: "") == nil)
    }
}
