import Platform
import Testing

struct NameDistanceTests {
    @Test func editsAreCounted() {
        #expect(NameDistance.edits("kitten", "sitting") == 3)
        #expect(NameDistance.edits("", "abc") == 3)
    }
}
