import Testing

@testable import Session

/// Whether the picture is there.
@Suite struct PictureWatchTests {
    @Test func whatViewersSeeIsToldAsItChanges() {
        var watch = PictureWatch()
        let phases: [Absence.Phase] = [.waiting, .live, .live, .holding, .live, .holding, .slate, .slate, .live, .paused, .live]
        #expect(
            phases.map { watch.changes($0, .start) } == [
                nil, nil, nil, .holding(.start), .back, .holding(.start), .slate(.start), nil, .back, .paused, .back,
            ])
    }

    /// A camera that is shown alone goes: the slate that comes then has an event, unless the desktop's lock, which has one, brought it.
    @Test func theSlateOfAHiddenScreenIsToldOnce() {
        var watch = PictureWatch()
        let phases: [Absence.Phase] = [.live, .hidden, .hidden, .live]
        #expect(phases.map { watch.changes($0, .nothing) } == [nil, .slate(.shownSource), nil, .back])
        #expect(phases.dropFirst().map { watch.changes($0, .nothing, isDesktopAway: true) } == [nil, nil, .back])
    }
}
