import Foundation
import Platform
import Testing

@Suite struct FrameRateTests {
    @Test(arguments: [
        ("30", 30, 1), ("1", 1, 1), ("240", 240, 1), ("29.97", 30_000, 1001), ("59.94", 60_000, 1001), ("23.976", 24_000, 1001),
        ("23.98", 24_000, 1001), ("119.88", 120_000, 1001), ("239.76", 240_000, 1001), ("30000/1001", 30_000, 1001), ("12.5", 25, 2),
        ("29.9", 299, 10), ("25.00", 25, 1), ("29.95", 599, 20), ("60/2", 30, 1),
    ])
    func isReadAsPeopleWriteIt(text: String, numerator: Int, denominator: Int) throws {
        let rate = try #require(FrameRate(text))
        #expect((rate.numerator, rate.denominator) == (numerator, denominator))
    }

    @Test(arguments: [
        "", "0", "241", "0.99", "-30", "+30", "3e1", "30.", ".5", "30.0000", "30/0", "0/1", "1/2/3", "30,5", " 30", "NaN", "99999999", "1000/1", "٣٠",
    ])
    func whatIsNoneIsRefused(text: String) { #expect(FrameRate(text) == nil) }

    @Test(arguments: ["30", "29.97", "23.976", "59.94", "12.5", "7.125"])
    func isWrittenAsItIsRead(text: String) throws { #expect(try #require(FrameRate(text)).description == text) }

    @Test func framesNeverDrift() throws {
        let rate = try #require(FrameRate("29.97"))
        #expect(rate.interval == .nanoseconds(33_366_666))
        #expect(rate.time(of: 30_000) == .seconds(1001))
        // A year.
        #expect(rate.time(of: 30_000 * 31_504) == .seconds(1001 * 31_504))
        #expect(rate.perThousandSeconds == 29_971 && FrameRate(30).perThousandSeconds == 30_000)
    }

    @Test func whatCannotBeARateIsNone() {
        for rate in [0, -5, 241] as [FrameRate] { #expect(!FrameRate.range.contains(rate)) }
    }

    @Test func partsStayExact() throws {
        let rate = try #require(FrameRate("59.94"))
        #expect(rate.divided(by: 2) == FrameRate("29.97"))
        #expect(rate < 60 && rate > 59 && max(5, FrameRate(10).divided(by: 4)) == 5)
    }

    @Test func isANumberInJSON() throws {
        func written(_ rate: FrameRate) throws -> String { String(decoding: try JSONEncoder().encode([rate]), as: UTF8.self) }
        #expect(try written(30) == "[30]")
        let rate = try #require(FrameRate("29.97"))
        #expect(try written(rate) == "[29.97]")
        func read(_ text: String) throws -> FrameRate? { try JSONDecoder().decode([FrameRate].self, from: Data(text.utf8)).first }
        #expect(try read("[29.97]") == rate && read("[30.0]") == 30 && read("[30]") == 30)
        for text in ["[0]", "[0.5]", "[241]", "[-30]", "[1e300]", "[\"30\"]"] { #expect(throws: DecodingError.self) { try read(text) } }
    }
}
