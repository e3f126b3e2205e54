import Testing

@testable import Delivery

@Suite struct RecordingNamesTests {
    @Test func aWholeRecordingHasItsOwnName() {
        var names = RecordingNames("a/talk.mkv", isSplit: false)
        let found = [names.next(), names.next(), names.next()]
        #expect(found == ["a/talk.mkv", "a/talk-0002.mkv", "a/talk-0003.mkv"])
    }

    @Test func aSplitOneIsNumberedFromTheStart() {
        var names = RecordingNames("a.b/talk.v1.mp4", isSplit: true)
        let found = [names.next(), names.next()]
        #expect(found == ["a.b/talk.v1-0001.mp4", "a.b/talk.v1-0002.mp4"])
        for _ in 0..<9998 { _ = names.next() }
        let late = names.next()
        #expect(late == "a.b/talk.v1-10001.mp4")
    }

    @Test(arguments: [
        ("a/talk-0002.mkv", true), ("a/talk-10000.mkv", true), ("a/talk-0001.mkv", false), ("a/talk-2.mkv", false), ("a/talk-00002.mkv", false),
        ("a/talk-0002.mp4", false), ("a/talk.mkv", false), ("a/talks-0002.mkv", false), ("a/talk-000x.mkv", false), ("a/talk-.mkv", false),
        ("a/talk-0002-0003.mkv", false),
    ])
    func onlyItsOwnLaterPartsAreKnown(path: String, isLater: Bool) {
        var names = RecordingNames("a/talk.mkv", isSplit: true)
        _ = names.next()
        #expect(names.isLater(path) == isLater)
    }
}
