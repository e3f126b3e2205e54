public import Testing

/// Expects something about time: that it came soon enough, or was where it should be at that moment.
///
/// In a test with the trait `.rerunWhenLate` this is the only kind of expectation that a stall of the machine excuses (see
/// `LatenessRule`); everywhere else it fails like any other. What counts, leaks, crashes, is missing or has the wrong colour is
/// for `#expect`.
public func expectInTime(
    _ condition: @autoclosure () throws -> Bool, _ comment: @autoclosure () -> Comment, sourceLocation: SourceLocation = #_sourceLocation
) rethrows {
    guard try !condition() else { return }
    let lateness = Lateness(comment: comment(), sourceLocation: sourceLocation)
    if let notes = AttemptNotes.current { notes.add(lateness) } else { lateness.record() }
}

/// An expectation about time that did not hold.
struct Lateness: Sendable {
    let comment: Comment
    let sourceLocation: SourceLocation

    /// As a failure of the current test.
    func record() { Issue.record("not in time: \(comment)", sourceLocation: sourceLocation) }
}
