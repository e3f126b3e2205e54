import AgentProtocol
import Testing

/// What a host and the process that decodes its music tell each other.
@Suite struct DecodedAudioTests {
    private let buffer = WireBuffer()

    @Test func aRequestIsReadAsItWasWritten() throws {
        let request = DecodingRequest(
            location: "/music/ü\u{1}.ogg", isFile: true, isLooping: true, openMilliseconds: 10_000, readMilliseconds: .max, proxy: "http://a:b@c",
            noProxy: "d")
        #expect(request.encode(into: buffer))
        #expect(try DecodingRequest(decoding: buffer.bytes) == request)
        for count in 0..<buffer.bytes.count {
            let part = UnsafeRawBufferPointer(rebasing: buffer.bytes[..<count])
            #expect(throws: WireError.self) { try DecodingRequest(decoding: part) }
        }
        for isLooping in [true, false] {
            DecodingRequest.encode(looping: isLooping, into: buffer)
            #expect(try DecodingRequest.looping(buffer.bytes) == isLooping)
        }
    }

    @Test func aNameThatIsTooLongIsNotSent() {
        let name = String(repeating: "x", count: DecodingRequest.longestLocationBytes)
        for (location, fits) in [(name, true), (name + "x", false)] {
            let request = DecodingRequest(location: location, isFile: true, isLooping: false, openMilliseconds: 1, readMilliseconds: 1)
            #expect(request.encode(into: buffer) == fits)
        }
    }

    @Test func reportsAreReadAsTheyWereWritten() throws {
        #expect(try again(.opened(nanoseconds: .max)) == ".opened \(Int64.max)")
        #expect(try again(.pass(sampleFrames: 48_000)) == ".pass 48000")
        #expect(try again(.finished) == ".finished")
        #expect(try again(.failed(.damaged, "is\u{7}damaged")) == ".failed damaged is damaged")
        let samples: [Float] = [0.5, -.infinity, .nan, 1]
        try samples.withUnsafeBytes { bytes in
            let found = try again(.samples(bytes))
            #expect(found == ".samples \(Array(bytes))")
        }
    }

    /// What is read of a report that was written.
    private func again(_ report: DecoderReport) throws(WireError) -> String {
        report.encode(into: buffer)
        return switch try DecoderReport(decoding: buffer.bytes) {
        case .opened(let nanoseconds): ".opened \(nanoseconds)"
        case .samples(let bytes): ".samples \(Array(bytes))"
        case .pass(let count): ".pass \(count)"
        case .finished: ".finished"
        case .failed(let trouble, let text): ".failed \(trouble) \(text)"
        }
    }

    /// Whatever a process says that is in other hands.
    @Test func whatNoDecoderOfOursSaysIsRefused() throws {
        var wrong: [[UInt8]] = [
            [], [1], [9, 0, 0, 0], [4, 0, 0, 0, 0], [2, 0, 0, 0], [2, 0, 0, 0, 1, 2, 3, 4], [5, 0, 0, 0, 99, 0], [5, 0, 0, 0, 1, 9],
        ]
        wrong.append([1, 0, 0, 0] + [UInt8](repeating: 0xFF, count: 8))
        wrong.append([3, 0, 0, 0] + [UInt8](repeating: 0, count: 8))
        wrong.append([2, 0, 0, 0] + [UInt8](repeating: 0, count: (DecoderReport.mostSampleFrames + 1) * DecoderReport.bytesPerSampleFrame))
        for bytes in wrong {
            bytes.withUnsafeBytes { pointer in
                _ = #expect(throws: WireError.self, "\(bytes.prefix(12))") { try DecoderReport(decoding: pointer) }
            }
        }
    }
}
