import Platform
import Testing

struct TextSearchTests {
    @Test(arguments: [
        ("rtmp://server/app", "://", 4, 7), ("aab", "ab", 1, 3), ("Größe", "öße", 2, 7), ("text", "text", 0, 4),
    ])
    func theFirstPlaceIsFound(text: String, wanted: String, start: Int, end: Int) throws {
        let found = try #require(text.range(ofText: wanted))
        #expect(text.utf8.distance(from: text.startIndex, to: found.lowerBound) == start)
        #expect(text.utf8.distance(from: text.startIndex, to: found.upperBound) == end)
    }

    @Test(arguments: [("text", ""), ("", "text"), ("", ""), ("ext", "text"), ("tex", "text")])
    func whatIsNotThereIsNotFound(text: String, wanted: String) {
        #expect(text.range(ofText: wanted) == nil)
    }

    @Test func aPartOfATextIsSearchedAlone() throws {
        let text = "ab://c"
        #expect(text.dropFirst(3).range(ofText: "://") == nil)
        #expect(try #require(text.dropFirst(1).range(ofText: "://")).lowerBound == text.index(text.startIndex, offsetBy: 2))
    }
}
