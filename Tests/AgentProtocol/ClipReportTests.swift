import AgentProtocol
import Frames
import Testing

/// What a host and the process that decodes a clip say to each other.
@Suite struct ClipReportTests {
    private let buffer = WireBuffer()

    @Test func everythingIsReadAsItWasWritten() throws {
        for (size, orientation) in [(PixelSize(width: 1920, height: 1080), Orientation.up), (PixelSize(width: 2, height: 7), .rightMirrored)] {
            let geometry = try #require(FrameGeometry(size: size, format: .bgrx))
            let reports: [ClipReport] = [
                .opened(nanoseconds: 0), .memory(geometry, orientation), .picture(nanoseconds: -1), .picture(nanoseconds: .max),
                .finished(nanoseconds: 5), .failed("'a.mp4' is damaged"),
            ]
            for report in reports {
                report.encode(into: buffer)
                #expect(try ClipReport(decoding: buffer.bytes) == report)
            }
        }
        let request = ClipRequest(name: "/videos/a\u{300}.mp4", fromNanoseconds: 1, toNanoseconds: 2)
        #expect(request.encode(into: buffer))
        #expect(try ClipRequest(decoding: buffer.bytes) == request)
        for answer in [ClipAnswer.memory, .taken] {
            answer.encode(into: buffer)
            #expect(try ClipAnswer(decoding: buffer.bytes) == answer)
        }
        #expect(!ClipRequest(name: String(repeating: "a", count: ClipRequest.longestNameBytes + 1)).encode(into: buffer))
    }

    @Test func whatNoDecoderOfOursSaysIsRefused() throws {
        let geometry = try #require(FrameGeometry(size: PixelSize(width: 64, height: 36), format: .bgrx))
        ClipReport.memory(geometry, .up).encode(into: buffer)
        let memory = Array(buffer.bytes)
        var wrong: [[UInt8]] = [[], [9, 0, 0, 0], memory + [0], [1, 0, 0, 0] + [UInt8](repeating: 0xFF, count: 8)]
        for count in 0..<memory.count { wrong.append(Array(memory[..<count])) }
        var (huge, turned) = (memory, memory)
        huge[7] = 0xFF
        turned[turned.count - 1] = 9
        wrong += [huge, turned, [5, 0, 0, 0, 1, 7]]
        for bytes in wrong {
            bytes.withUnsafeBytes { pointer in
                _ = #expect(throws: WireError.self, "\(bytes)") { try ClipReport(decoding: pointer) }
            }
        }
        for bytes in [[], [0], [3], [1, 1]] as [[UInt8]] {
            bytes.withUnsafeBytes { pointer in _ = #expect(throws: WireError.self) { try ClipAnswer(decoding: pointer) } }
        }
    }
}
