import Testing

@testable import HLS

@Suite struct NumberTextTests {
    @Test(arguments: [
        ("0", 0.0), ("10", 10), ("9.97667", 9.97667), (".5", 0.5), ("5.", 5), ("6.0060000000000000000001", 6.006), ("4.00008", 4.00008),
        // Nanoseconds, as they are written.
        ("6.566666666666666", 6.566666666), ("0.0000000019", 0.000000001),
    ])
    func decimalsAreExact(text: String, value: Double) {
        #expect(NumberText.decimal(text) == value)
        #expect(NumberText.decimal(NumberText.text(value)) == value)
    }

    @Test(arguments: ["", ".", "-1", "1e5", "1.2.3", "nan", "inf", "1,5", "+1", "1234567890123456789", "１"]) func othersAreNone(text: String) {
        #expect(NumberText.decimal(text) == nil && NumberText.integer(text) == nil)
    }

    @Test func integersHaveABound() {
        #expect(
            NumberText.integer("9007199254740992") == 1 << 53 && NumberText.integer("9007199254740993") == nil && NumberText.integer("12.0") == nil)
        #expect(NumberText.signed("-12.5") == -12.5 && NumberText.text(-12.5) == "-12.5" && NumberText.text(12) == "12")
    }
}
