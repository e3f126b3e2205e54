import Platform
import Testing

@Suite struct ConversionTests {
    /// 300 years in nanoseconds, and what no file means honestly.
    @Test func whatDoesNotFitIsTheNearestThatDoes() {
        #expect(Int64(clamping: 300.0 * 365.25 * 86_400 * 1e9) == .max && Int64(clamping: -1e300) == .min)
        #expect(Int64(clamping: Double.infinity) == .max && Int64(clamping: -Double.infinity) == .min && Int(clamping: Double.nan) == 0)
        // 2⁶³ itself is the nearest Double to Int64.max, and too large.
        #expect(Int64(clamping: 9_223_372_036_854_775_807.0) == .max)
        #expect(
            UInt16(clamping: -0.5) == 0 && UInt16(clamping: -7.0) == 0 && UInt16(clamping: 70_000.0) == .max && Int32(clamping: Float(1e20)) == .max)
    }

    @Test func aSumThatDoesNotFitIsTheNearestThatDoes() {
        #expect(Int.max.addingClamped(1) == .max && Int.min.addingClamped(-1) == .min && UInt8(200).addingClamped(100) == 255)
        #expect(2.addingClamped(3) == 5 && Int.max.addingClamped(-1) == .max - 1)
    }

    @Test func whatFitsIsCutAsUsual() {
        #expect(Int(clamping: 2.9) == 2 && Int(clamping: -2.9) == -2 && UInt8(clamping: 255.9) == 255 && Int(clamping: Float(7.5)) == 7)
    }
}
