import AgentProtocol
import Codec
import Foundation
import Testing

@Suite struct SampleConverterTests {
    /// One second of a 1 kHz tone at half of full scale, on every channel, through a converter in pieces of 777 sample frames.
    private func converted(_ format: PCMFormat) throws -> (left: [Float], right: [Float]) {
        var bytes: [UInt8] = []
        for index in 0..<format.sampleRateHertz {
            let phase = 2 * Double.pi * 1000 * Double(index) / Double(format.sampleRateHertz)
            let value = 0.5 * sin(phase)
            for _ in 0..<format.channels {
                switch format.encoding {
                case .s16: withUnsafeBytes(of: Int16((value * 32_768).rounded()).littleEndian) { bytes += $0 }
                case .f32: withUnsafeBytes(of: Float(value).bitPattern.littleEndian) { bytes += $0 }
                }
            }
        }
        let converter = try SampleConverter(format)
        var (left, right): ([Float], [Float]) = ([], [])
        func append(_ samples: UnsafeBufferPointer<Float>) {
            for index in 0..<samples.count / 2 {
                left.append(samples[2 * index])
                right.append(samples[2 * index + 1])
            }
        }
        let step = 777 * format.bytesPerSampleFrame
        try bytes.withUnsafeBytes { all in
            for start in stride(from: 0, to: all.count, by: step) {
                append(try converter.convert(UnsafeRawBufferPointer(rebasing: all[start..<min(all.count, start + step)])))
                // What went in and did not come out is what the converter says.
                let received = Double(min(all.count, start + step) / format.bytesPerSampleFrame) / Double(format.sampleRateHertz)
                let given = Double(left.count) / 48_000
                #expect(abs(received - given - converter.delay.inSeconds) < 1.0 / 48_000)
            }
        }
        append(try converter.flush())
        return (left, right)
    }

    @Test(arguments: [8000, 11_025, 44_100, 48_000, 96_000, 192_000], PCMFormat.Encoding.allCases)
    func aToneKeepsItsLevelLengthAndPlace(rate: Int, encoding: PCMFormat.Encoding) throws {
        let (left, right) = try converted(#require(PCMFormat(encoding, sampleRateHertz: rate, channels: 2)))
        #expect(abs(left.count - 48_000) <= 2 && left == right)
        let error = ToneCheck.error(left, in: 4800..<43_200)
        // Its position too: a shift of one sample would be an error of 0.065.
        #expect(error < 0.002, "\(error)")
    }

    @Test(arguments: 1...8) func anyNumberOfChannelsBecomesTwoWithinFullScale(channels: Int) throws {
        let (left, right) = try converted(#require(PCMFormat(.f32, sampleRateHertz: 48_000, channels: channels)))
        #expect(left.count == 48_000)
        let (l, r) = (ToneCheck.peak(left), ToneCheck.peak(right))
        #expect(l > 0.15 && l <= 0.5001 && abs(l - r) < 0.2, "\(l) \(r)")
        if channels <= 2 { #expect(abs(l - 0.5) < 1e-3 && l == r) }
    }

    @Test func whatIsNoNumberIsSilenceAndNothingIsLouderThan24Decibels() throws {
        let converter = try SampleConverter(#require(PCMFormat(.f32, sampleRateHertz: 44_100, channels: 1)))
        var values: [Float] = (0..<1000).map { _ in 0.1 }
        (values[100], values[200], values[300]) = (.nan, .infinity, -.greatestFiniteMagnitude)
        let samples = try values.withUnsafeBytes { Array(try converter.convert($0)) }
        #expect(!samples.isEmpty && samples.allSatisfy { abs($0) < 40 })
    }

    @Test func bytesBeyondTheLastWholeSampleFrameAreNotRead() throws {
        let converter = try SampleConverter(#require(PCMFormat(.s16, sampleRateHertz: 48_000, channels: 2)))
        #expect(try [UInt8](repeating: 1, count: 11).withUnsafeBytes { try converter.convert($0).count } == 4)
        #expect(try [UInt8](repeating: 1, count: 3).withUnsafeBytes { try converter.convert($0).count } == 0)
    }

    @Test func formatsOutsideOfTheirRangeAreNone() {
        #expect(PCMFormat(.s16, sampleRateHertz: 7999, channels: 2) == nil && PCMFormat(.s16, sampleRateHertz: 192_001, channels: 2) == nil)
        #expect(PCMFormat(.f32, sampleRateHertz: 48_000, channels: 0) == nil && PCMFormat(.f32, sampleRateHertz: 48_000, channels: 9) == nil)
    }
}
