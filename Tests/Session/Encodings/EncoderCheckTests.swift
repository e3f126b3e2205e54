import Codec
import Fixtures
import Foundation
import Frames
import Logging
import Platform
import Testing

@testable import Events
@testable import Session

/// Encoders are tried in processes that may end as they like.
@Suite(.timeLimit(.minutes(1))) struct EncoderCheckTests {
    private static let hardware = EncoderName.all.first { $0.isHardware && $0.coding == .h264 }

    private func trial(_ script: String, limit: Duration = .seconds(20)) throws -> EncoderTrial {
        let check = EncoderCheck(program: "/bin/sh", arguments: ["-c", script, "sh"], limit: limit)
        return check.run(try #require(Self.hardware), size: .init(width: 640, height: 360), framesPerSecond: 30)
    }

    @Test func aCrashIsAProblemOfThatEncoderAlone() throws {
        let trial = try trial("echo '{\"driver\":1}'; kill -SEGV $$")
        #expect(!trial.works && trial.problem == "it crashed (signal 11)" && trial.width == 640)
    }

    @Test func whatHangsIsEnded() throws {
        let trial = try trial("sleep 100 & wait", limit: .milliseconds(300))
        #expect(!trial.works && trial.problem.contains("did not answer"))
    }

    @Test func whatSaysNothingOfUseDoesNotWork() throws {
        #expect(try trial("echo hello; exit 3").problem == "it ended without a result (status 3)")
        #expect(try trial("exit 0").problem == "it ended without a result (status 0)")
        let absent = EncoderCheck(program: "/nonexistent/splitcast", arguments: [])
        #expect(absent.run(.x264, size: .init(width: 640, height: 360), framesPerSecond: 30).problem.contains("could not be tried"))
    }

    @Test func theResultIsFoundAmongWhatADriverWrites() throws {
        let size = PixelSize(width: 640, height: 360)
        var result = EncoderTrial(try #require(Self.hardware), size: size, framesPerSecond: 30)
        (result.works, result.picturesPerSecond) = (true, 120)
        let text = String(decoding: try JSONEncoder().encode(result), as: UTF8.self)
        #expect(try trial("echo libva info: {va}; echo '\(text)'; echo '{bye}' >&2; exit 0") == result)
    }

    /// The words of a command line of the product.
    @Test func theEncoderIsNamedToTheChild() throws {
        let trial = try trial("echo \"$1 $2 $3 $4 $5\" >&2; exit 9")
        #expect(trial.problem.contains("status 9"))
    }

    @Test func hardwareThatDoesNotWorkBecomesX264WithOneEvent() throws {
        var configuration = SessionConfiguration()
        configuration.encoder = try #require(Self.hardware)
        configuration.encoderDevice = "/dev/dri/none"
        let journal = EventJournal(log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let check = EncoderCheck(program: "/bin/sh", arguments: ["-c", "kill -SEGV $$", "sh"])
        let settled = try configuration.withWorkingEncoder(check, journal)
        #expect(settled.encoder == .x264 && settled.encoderDevice == nil)
        let told = journal.events(since: 0, most: 100, at: .now()).events.filter { $0.code == EventCode.encoderReplaced.rawValue }
        #expect(told.count == 1 && told.first?.words.contains("it crashed") == true)
    }

    @Test func anotherCodecIsForTheUserToChoose() throws {
        var configuration = SessionConfiguration()
        configuration.encoder = try #require(EncoderName.all.first { $0.isHardware && $0.coding == .hevc })
        let journal = EventJournal(log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let check = EncoderCheck(program: "/bin/sh", arguments: ["-c", "exit 1", "sh"])
        let error = #expect(throws: SessionError.self) { try configuration.withWorkingEncoder(check, journal) }
        #expect(error?.code == .badSetting && error?.message.contains("give --encoder x265 or x264") == true, "\(String(describing: error))")
    }
}
