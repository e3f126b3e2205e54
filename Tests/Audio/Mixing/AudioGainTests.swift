import Testing

@testable import Audio

@Suite struct AudioGainTests {
    @Test(arguments: [
        ("0dB", 1.0), ("-6dB", 0.501187), ("-6 dB", 0.501187), ("+6dB", 1.995262), ("6DB", 1.995262), ("-60dB", 0.001), ("24dB", 15.848932),
        ("100", 1.0), ("50", 0.5), ("50%", 0.5), ("0", 0.0), ("12.5", 0.125),
    ])
    func readsDecibelsAndPercent(text: String, linear: Double) throws {
        #expect(abs(Double(try AudioGain(parsing: text).linear) - linear) < 1e-5)
    }

    @Test(arguments: ["101", "-1", "-6", "25dB", "-61dB", "1e9dB", "150%"]) func whatIsOutOfRangeIsRefusedWithTheRange(text: String) {
        let error = #expect(throws: AudioError.self) { try AudioGain(parsing: text) }
        #expect(error?.code == .badSetting)
        #expect(error?.message.contains(text == "1e9dB" ? "not a gain" : "0 to 100") == true, "\(String(describing: error))")
    }

    @Test(arguments: ["", "dB", "loud", "nan", "inf", "-infdB", "5 0 dBm", "++3dB", "0x10"]) func whatIsNoNumberIsRefused(text: String) {
        let error = #expect(throws: AudioError.self) { try AudioGain(parsing: text) }
        #expect(error?.code == .badSetting && error?.message.contains("-6dB") == true)
    }

    @Test(arguments: ["-6dB", "3.3dB", "24dB", "-60dB", "37", "0", "100"]) func itsTextReadsBack(text: String) throws {
        let gain = try AudioGain(parsing: text)
        #expect(abs(try AudioGain(parsing: gain.text).linear - gain.linear) <= gain.linear * 1e-5)
    }
}
