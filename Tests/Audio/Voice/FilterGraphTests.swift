import Glibc
import Testing

@testable import Audio

@Suite struct FilterGraphTests {
    /// The level of a tone behind the filters against before, in decibels, once they have settled.
    private func change(_ parts: VoiceProcessing, hertz: Double, level: Double) throws -> Double {
        let filter = try FilterGraph(parts)
        let quantum = PlanarQuantum()
        var (before, after) = (0.0, 0.0)
        for index in 0..<300 {
            for sample in 0..<480 {
                let value = Float(pow(10, level / 20) * sqrt(2) * sin(2 * .pi * hertz * Double(index * 480 + sample) / 48_000))
                (quantum.left[sample], quantum.right[sample]) = (value, value)
                if index >= 200 { before += Double(value) * Double(value) }
            }
            filter.process(quantum)
            for sample in 0..<480 where index >= 200 { after += Double(quantum.left[sample]) * Double(quantum.left[sample]) }
            #expect(memcmp(quantum.left, quantum.right, 480 * 4) == 0)
        }
        return 10 * log10(after / before)
    }

    @Test func theGateLowersWhatIsSoftAlone() throws {
        #expect(try change(.gate, hertz: 1000, level: -62) < -20)
        #expect(abs(try change(.gate, hertz: 1000, level: -25)) < 0.1)
    }

    @Test func theCompressorBringsLoudAndSoftTogether() throws {
        let (soft, loud) = (try change(.compressor, hertz: 1000, level: -40), try change(.compressor, hertz: 1000, level: -6))
        #expect(abs(soft - 4.1) < 0.3 && loud < -3 && loud > -8, "\(soft) \(loud)")
    }

    @Test func theEqualizerTakesOutMudAndAddsPresence() throws {
        let (low, middle, high) = try (
            change(.equalizer, hertz: 300, level: -20), change(.equalizer, hertz: 50, level: -20), change(.equalizer, hertz: 3500, level: -20)
        )
        #expect(abs(low + 2) < 0.3 && abs(middle) < 0.3 && abs(high - 3) < 0.3, "\(low) \(middle) \(high)")
    }

    @Test func nothingComesLater() throws {
        let filter = try FilterGraph([.gate, .equalizer, .compressor])
        let quantum = PlanarQuantum()
        for index in 0..<20 {
            for sample in 0..<480 { (quantum.left[sample], quantum.right[sample]) = (0, 0) }
            if index == 10 { (quantum.left[7], quantum.right[7]) = (0.5, 0.5) }
            filter.process(quantum)
            guard index == 10 else { continue }
            let peak = (0..<480).max { abs(quantum.left[$0]) < abs(quantum.left[$1]) }
            #expect(peak == 7 && (0..<7).allSatisfy { abs(quantum.left[$0]) < 1e-6 })
        }
    }

    @Test func aMachineWithoutTheLibraryIsToldItsPackage() {
        let error = #expect(throws: AudioError.self) { try FilterGraph([.gate, .echo, .compressor], library: "libavfilter.so.none") }
        let text = error?.message ?? ""
        #expect(text.contains("gate, compressor needs libavfilter.so.none") && text.contains("install the package libavfilter"), "\(text)")
    }
}
