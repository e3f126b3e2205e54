import Codec
import Fixtures
import Foundation
import Glibc
import Testing

/// Times in a file that no recording can have, and files that are in the way of the new one.
@Suite(.timeLimit(.minutes(5))) struct DamagedTimeTests {
    private let scratch = Scratch()

    private func bytes(_ value: Int64, _ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        for index in (0..<count).reversed() { bytes.append(UInt8(truncatingIfNeeded: value >> Int64(index * 8))) }
        return bytes
    }

    private func number(_ value: Int64) -> [UInt8] { bytes(value, 8) }

    /// With its length in eight bytes.
    private func element(_ id: Int64, _ parts: [UInt8]...) -> [UInt8] {
        let body: [UInt8] = Array(parts.joined())
        let name: [UInt8] = Array(bytes(id, 4).drop { $0 == 0 })
        return [name, [1], bytes(Int64(body.count), 7), body].flatMap { $0 }
    }

    /// Matroska with uncompressed audio and a text of `duration` milliseconds at `time`, in the second of two clusters.
    private func make(time: Int64, duration: Int64, chapter: Int64? = nil) throws -> String {
        func cluster(_ time: Int64, _ duration: Int64) -> [UInt8] {
            let audio = element(0xA3, [0x81, 0, 0, 0x80], [UInt8](repeating: 0, count: 192))
            let text = element(0xA0, element(0xA1, [0x82, 0, 0, 0], Array("hello".utf8)), element(0x9B, number(duration)))
            return element(0x1F43_B675, element(0xE7, number(time)), audio, text)
        }
        let header = element(0x1A45_DFA3, element(0x4282, Array("matroska".utf8)), element(0x4287, [4]), element(0x4285, [2]))
        let info = element(0x1549_A966, element(0x2AD7B1, [0, 0x0F, 0x42, 0x40]))
        let rate = number(Int64(bitPattern: 48_000.0.bitPattern))
        let format = element(0xE1, element(0xB5, rate), element(0x9F, [1]), element(0x6264, [16]))
        let audio = element(0xAE, element(0xD7, [1]), element(0x73C5, [1]), element(0x83, [2]), element(0x86, Array("A_PCM/INT/LIT".utf8)), format)
        let text = element(0xAE, element(0xD7, [2]), element(0x73C5, [2]), element(0x83, [0x11]), element(0x86, Array("S_TEXT/UTF8".utf8)))
        let tracks = element(0x1654_AE6B, audio, text)
        var chapters: [UInt8] = []
        if let chapter {
            let atom = element(0xB6, element(0x73C4, [1]), element(0x91, number(chapter)), element(0x92, number(.max)))
            chapters = element(0x1043_A770, element(0x45B9, atom))
        }
        let segment = element(0x1853_8067, info, tracks, chapters, cluster(0, 100), cluster(time, duration))
        let file = scratch.file("a.mkv")
        try Data(header + segment).write(to: URL(fileURLWithPath: file))
        return file
    }

    private func remux(_ source: String, _ name: String = "b.mkv") throws(CodecError) -> Remuxer.Result {
        try Remuxer(source, to: scratch.file(name), as: .mkv, replacing: true).run()
    }

    @Test func whatCanBeIsTaken() throws {
        let result = try remux(try make(time: 100, duration: 100))
        #expect(result.tracks == 2 && abs(result.seconds - 0.2) < 0.01, "\(result)")
    }

    @Test func aDurationThatCannotBeIsRefused() throws {
        let source = try make(time: 100, duration: .max)
        let error = #expect(throws: CodecError.self) { try remux(source) }
        #expect(error?.code == .damaged && error?.message.contains(source) == true, "\(String(describing: error))")
        #expect(error?.message.contains("longer than any recording") == true, "\(String(describing: error))")
        #expect(scratch.names() == ["a.mkv"])
    }

    private static let odd: [Int64] = [Int64.max, Int64.max - 100, Int64.max / 2, -1, Int64.min, Int64.min + 1, 9_007_199_254_740_992]

    @Test(arguments: odd)
    func noTimeEndsTheProgram(time: Int64) throws {
        let cases: [(cluster: Int64, duration: Int64, chapter: Int64?)] = [(time, 100, nil), (100, time, nil), (100, 100, time), (time, time, time)]
        for (cluster, duration, chapter) in cases {
            let source = try make(time: cluster, duration: duration, chapter: chapter)
            do throws(CodecError) { _ = try remux(source) } catch { #expect([.damaged, .sink].contains(error.code), "\(error)") }
            #expect(scratch.names().allSatisfy { ["a.mkv", "b.mkv"].contains($0) }, "\(scratch.names())")
        }
    }

    @Test func aFileThatIsBeingRecordedIsNotReplaced() throws {
        let source = try make(time: 100, duration: 100)
        try scratch.write("precious", to: "b.mkv")
        let descriptor = open(scratch.file("b.mkv"), O_WRONLY | O_CLOEXEC)
        FileHold.hold(descriptor)
        let error = #expect(throws: CodecError.self) { try remux(source) }
        #expect(error?.message.contains("is being recorded now") == true, "\(String(describing: error))")
        #expect(try String(contentsOfFile: scratch.file("b.mkv"), encoding: .utf8) == "precious")
        close(descriptor)
        _ = try remux(source)
        #expect(scratch.names() == ["a.mkv", "b.mkv"])
    }

    @Test func whatIsInTheWayIsNamedAndStays() throws {
        let source = try make(time: 100, duration: 100)
        try scratch.write("precious", to: "other")
        let name = ".b.mkv.\(getpid()).new"
        symlink(scratch.file("other"), scratch.file(name))
        let error = #expect(throws: CodecError.self) { try remux(source) }
        #expect(error?.message.contains(name) == true, "\(String(describing: error))")
        #expect(try String(contentsOfFile: scratch.file("other"), encoding: .utf8) == "precious")
        var facts = stat()
        #expect(lstat(scratch.file(name), &facts) == 0 && access(scratch.file("b.mkv"), F_OK) != 0)
    }
}
