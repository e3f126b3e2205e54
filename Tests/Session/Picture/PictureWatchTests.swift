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
}
