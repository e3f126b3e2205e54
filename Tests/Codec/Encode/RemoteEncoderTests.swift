import Fixtures
import Foundation
import Frames
import MediaFixtures
import Picture
import Platform
import Testing

@testable import Codec

/// Encoders in processes of their own: what comes out of them, and what becomes of those that make no sense.
@Suite(.timeLimit(.minutes(2))) struct RemoteEncoderTests {
    private static func program() throws -> EncoderProgram {
        var program = EncoderProgram(program: try builtProduct("splitcast"), arguments: [EncoderServer.command])
        (program.openingLimit, program.limit) = (.seconds(30), .seconds(30))
        return program
    }

    struct Made: Equatable {
        let bytes: [UInt8]
        let pts, dts: MediaTime
        let isKeyframe: Bool
        let header: [UInt8]?
    }

    /// What an encoder makes of `count` pictures, the 7th a key frame on request, with another bit rate from the 10th on.
    private func run(_ encoder: VideoEncoder, _ count: Int, draw: (TestPicture, Int) -> Damage?) throws -> [Made] {
        let picture = TestPicture(width: encoder.settings.size.width, height: encoder.settings.size.height)
        var made: [Made] = []
        func take(_ packet: Packet) {
            made.append(
                Made(
                    bytes: packet.withBytes { Array($0) }, pts: packet.pts, dts: packet.dts, isKeyframe: packet.isKeyframe,
                    header: packet.stream?.withHeader { Array($0) }))
        }
        for number in 0..<count {
            let changed = draw(picture, number)
            if number == 10 { try encoder.setBitRate(800_000) }
            try encoder.encode(
                picture.view, changed: changed, at: MediaTime(nanoseconds: Int64(number) * 33_333_333), wantsKeyframe: number == 7, emit: take)
        }
        try encoder.flush(emit: take)
        return made
    }

    struct Scenario: Sendable, CustomTestStringConvertible {
        let encoder: String
        let size: PixelSize
        let pictures: Int
        var testDescription: String { "\(encoder) \(size)" }
    }

    /// The way of pictures through the process loses and changes nothing: bytes, times, key frames, headers.
    @Test(arguments: [
        Scenario(encoder: "libx264", size: PixelSize(width: 1920, height: 1080), pictures: 30),
        Scenario(encoder: "libx264", size: PixelSize(width: 326, height: 182), pictures: 40),
        Scenario(encoder: "libx265", size: PixelSize(width: 320, height: 180), pictures: 40),
        Scenario(encoder: "libsvtav1", size: PixelSize(width: 320, height: 180), pictures: 20),
    ]) func whatComesOutIsWhatTheEncoderMakes(scenario: Scenario) throws {
        let settings = VideoSettings(size: scenario.size, preset: "ultrafast", encoder: scenario.encoder, threads: 1)
        let made = try [
            VideoEncoder(settings) { (settings) throws(CodecError) in try VideoEncoder.local(settings) },
            VideoEncoder(settings) { (settings) throws(CodecError) in try RemoteEncoder(settings, in: Self.mustBeThere()) },
        ].map { encoder in
            try run(encoder, scenario.pictures) { picture, number in
                picture.draw(number)
                return nil
            }
        }
        #expect(made[0].count == scenario.pictures && made[0].map(\.pts) == made[1].map(\.pts))
        #expect(made[0].map(\.isKeyframe) == made[1].map(\.isKeyframe) && made[1][7].isKeyframe)
        #expect(made[0].map(\.header) == made[1].map(\.header) && made[0].map(\.dts) == made[1].map(\.dts))
        // What SVT-AV1 makes of the same pictures has differed from run to run: its sizes at some pictures, not their number.
        guard scenario.encoder != "libsvtav1" else { return }
        #expect(made[0].indices.filter { made[0][$0].bytes != made[1][$0].bytes } == [])
    }

    private static func mustBeThere() throws(CodecError) -> EncoderProgram {
        do { return try program() } catch { throw CodecError(.notAvailable, operation: "test", message: "\(error)") }
    }

    /// Only what changed is copied, and the encoder sees the whole picture.
    @Test func whatChangedIsEnough() throws {
        let settings = VideoSettings(size: PixelSize(width: 320, height: 180), preset: "ultrafast", encoder: "libx265", threads: 1)
        let made = try [
            VideoEncoder(settings) { (settings) throws(CodecError) in try VideoEncoder.local(settings) },
            VideoEncoder(settings) { (settings) throws(CodecError) in try RemoteEncoder(settings, in: Self.mustBeThere()) },
        ].map { encoder in
            try run(encoder, 30) { picture, number in
                // Odd edges too.
                let part = PixelRectangle(x: 9 + number * 5, y: 7 + number * 3, width: 31, height: 17)
                for y in part.y..<part.y + part.height { (picture.view.luma + y * 320 + part.x).update(repeating: UInt8(20 + number * 7), count: 31) }
                picture.view.redChroma[(part.y + 1) / 2 * 160 + (part.x + 1) / 2] = UInt8(number)
                return Damage(part)
            }
        }
        #expect(made[0] == made[1])
    }

    /// Nothing is left of a process: neither when it is let go nor when it was killed.
    @Test func noProcessIsLeft() throws {
        let settings = VideoSettings(size: PixelSize(width: 320, height: 180), preset: "ultrafast", encoder: "libx264", threads: 1)
        func isThere(_ processID: Int32) -> Bool { FileManager.default.fileExists(atPath: "/proc/\(processID)") }
        var encoder: RemoteEncoder? = try RemoteEncoder(settings, in: Self.program())
        let first = try #require(encoder?.processID)
        #expect(isThere(first))
        encoder = nil
        #expect(!isThere(first))
        encoder = try RemoteEncoder(settings, in: Self.program())
        let second = try #require(encoder?.processID)
        kill(second, SIGKILL)
        let picture = TestPicture(width: 320, height: 180)
        // Whatever comes after it fails alike.
        for number in 0..<2 {
            let error = #expect(throws: CodecError.self) {
                try encoder?.encode(picture.view, changed: nil, ticks: Int64(number), isKeyframe: true) { (_) throws(CodecError) in }
            }
            #expect(error?.code == .ended && error?.message == "it crashed (signal 9)", "\(String(describing: error))")
        }
        #expect(!isThere(second))
    }

    /// What a process may say that is no encoder, after it was opened as one: a program in Python.
    @Test(arguments: [
        "b'x'", "b'x' * 40", "b'x' * 20000", "words(1, -1, 1)", "words(1, -1, 0, 0)", "words(3, 0)", "words(2, 2000)", "words(2, -1)",
        "words(1, -1, 1, 0, 0, 0, 1)", "words(1, -1, 1, 1 << 40, 0, 0, 1)", "words(1, 70000, 0)", "words(1, -2, 0)", "words(1, -1, -1)",
        "words(1, -1, 1 << 62)", "words(1, -1, 1, 100, 5, 0, 1)", "words(1, -1, 1, 100, -1, -1, 1)", "words(1, -1, 1, 100, 0, 1, 1)",
        "words(1, -1, 1, 100, 0, -1 << 63, 1)", "words(1, -1, 1, 100, 0, 0, 2)", "words(1, -1, 2, 100, 0, 0, 1, 100, 0, 1, 0)",
        "words(1, 65536, 1, 600000, 0, 0, 1)",
    ]) func whatMakesNoSenseIsAnError(answer: String) throws {
        let script = """
            import socket, struct, sys
            host = socket.socket(fileno=0)
            def words(*values): return struct.pack('<%dq' % (len(values) + 1), 0x5343454E4102, *values)
            host.recv(65536)
            host.send(words(1, 0, 0))
            host.recv(65536)
            host.send(\(answer))
            host.recv(65536)
            """
        var program = EncoderProgram(program: "/usr/bin/env", arguments: ["python3", "-c", script])
        (program.openingLimit, program.limit) = (.seconds(30), .seconds(30))
        let settings = VideoSettings(size: PixelSize(width: 320, height: 180), encoder: "libx264", threads: 1)
        let encoder = try RemoteEncoder(settings, in: program)
        let picture = TestPicture(width: 320, height: 180)
        let error = #expect(throws: CodecError.self) {
            try encoder.encode(picture.view, changed: nil, ticks: 0, isKeyframe: true) { (_) throws(CodecError) in Issue.record("a packet") }
        }
        #expect(error?.message == MessageFields.wrong.message, "\(String(describing: error))")
        #expect(!FileManager.default.fileExists(atPath: "/proc/\(encoder.processID)"))
    }

    /// What is no encoder from the start on: another program, and none.
    @Test(arguments: [("/bin/true", "its process ended (status 0)"), ("/nonexistent", "it could not be started: starting /nonexistent")])
    func whatIsNoEncoderDoesNotOpen(program: String, why: String) throws {
        let settings = VideoSettings(size: PixelSize(width: 320, height: 180), encoder: "libx264", threads: 1)
        let error = #expect(throws: CodecError.self) { try RemoteEncoder(settings, in: EncoderProgram(program: program, arguments: [])) }
        #expect(error?.message.hasPrefix(why) == true, "\(String(describing: error))")
    }

    /// A host that is none: what is no opening ends the process, and a terminal is told what it is for.
    @Test func theServerTrustsNoHost() throws {
        let run = try Program([try builtProduct("splitcast"), EncoderServer.command])
        #expect(run.status == 2 && run.complaints.contains("this command is for hosts"), "\(run.status): \(run.complaints)")
        for message in [[UInt8]("{}".utf8), Array("x".utf8), try EncoderOpening(VideoSettings(size: PixelSize(width: 320, height: 180))).message()] {
            // Without memory, which belongs to it.
            let process = try EncoderProcess(Self.program())
            try process.send(message)
            let error = #expect(throws: CodecError.self) { _ = try process.answer(by: .now() + .seconds(30)) }
            #expect(error?.message == "its process ended (status 0)", "\(String(describing: error))")
        }
    }
}
