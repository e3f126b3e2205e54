import AgentProtocol
import Platform
import Testing

@Suite struct AudioMessageTests {
    private let format = PCMFormat(.s16, sampleRateHertz: 48_000, channels: 2)!

    /// What is thrown for a message whose bytes from `offset` of the body on are replaced.
    private func refusal(_ message: AudioHello, at offset: Int, _ bytes: [UInt8]) -> WireError? {
        var all = SampleMessages.bytes(message)
        all.replaceSubrange(8 + offset..<8 + offset + bytes.count, with: bytes)
        do {
            _ = try all.withUnsafeBytes { try AudioHello.decode($0) }
            return nil
        } catch { return error as? WireError }
    }

    @Test func aGreetingThatCannotBeIsRefusedByWhatIsWrong() {
        let hello = SampleMessages.soundHello
        #expect(refusal(hello, at: 0, [0]) == .badValue(field: "version range"))
        #expect(refusal(hello, at: 0, [3, 2]) == .badValue(field: "version range"))
        #expect(refusal(hello, at: 2, [3])?.description.contains("sample format") == true)
        for channels: UInt8 in [0, 9, 255] { #expect(refusal(hello, at: 3, [channels])?.description.contains("channels") == true) }
        for rate: UInt32 in [0, 7999, 192_001, .max] {
            let bytes = withUnsafeBytes(of: rate.littleEndian) { Array($0) }
            #expect(refusal(hello, at: 4, bytes)?.description.contains("sample rate") == true)
        }
        #expect(refusal(hello, at: 8, [33])?.description.contains("name") == true)
        #expect(refusal(hello, at: 9, [0x1B])?.description.contains("name") == true)
    }

    @Test func aBlockReadsBackAsItWasWritten() throws {
        let (buffer, samples) = (WireBuffer(), [UInt8](0..<40))
        samples.withUnsafeBytes { AudioBlock.encode($0, of: format, capturedAt: MediaTime(nanoseconds: 77), into: buffer) }
        let block = try AudioBlock(decoding: buffer.bytes, of: format)
        #expect(block.sampleFrames == 10 && block.captureTime == MediaTime(nanoseconds: 77) && block.samples.elementsEqual(samples))
        samples.withUnsafeBytes { AudioBlock.encode($0, of: format, into: buffer) }
        #expect(try AudioBlock(decoding: buffer.bytes, of: format).captureTime == nil)
        // As the page has it, worked out by hand.
        #expect(Array(buffer.bytes.prefix(20)) == [0x53, 0x43, 1, 67, 52, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 10, 0, 0, 0])
    }

    @Test func theLargestBlockFitsAndNotASampleFrameMore() throws {
        for channels in PCMFormat.channelCounts {
            let format = PCMFormat(.f32, sampleRateHertz: 48_000, channels: channels)!
            let (buffer, most) = (WireBuffer(), AudioBlock.mostSampleFrames(of: format))
            let samples = [UInt8](repeating: 1, count: most * format.bytesPerSampleFrame)
            samples.withUnsafeBytes { AudioBlock.encode($0, of: format, into: buffer) }
            #expect(buffer.bytes.count <= WireBuffer.capacity && buffer.bytes.count + format.bytesPerSampleFrame > WireBuffer.capacity)
            #expect(try AudioBlock(decoding: buffer.bytes, of: format).sampleFrames == most)
        }
    }

    @Test func aNumberThatIsNotThatOfTheSamplesIsRefused() {
        let (buffer, samples) = (WireBuffer(), [UInt8](0..<40))
        samples.withUnsafeBytes { AudioBlock.encode($0, of: format, into: buffer) }
        for count: UInt32 in [0, 9, 11, 16_384, 0x4000_000A, .max] {
            var bytes = Array(buffer.bytes)
            withUnsafeBytes(of: count.littleEndian) { bytes.replaceSubrange(16..<20, with: $0) }
            #expect(throws: WireError.self, "\(count)") { try bytes.withUnsafeBytes { _ = try AudioBlock(decoding: $0, of: format) } }
        }
        var bytes = Array(buffer.bytes)
        bytes[15] = 0x80
        #expect(throws: WireError.self, "a time before the clock's start") {
            try bytes.withUnsafeBytes { _ = try AudioBlock(decoding: $0, of: format) }
        }
        // Read as another format than was said.
        let other = PCMFormat(.f32, sampleRateHertz: 48_000, channels: 2)!
        #expect(throws: WireError.self) { try AudioBlock(decoding: buffer.bytes, of: other) }
    }
}
