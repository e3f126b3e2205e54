import AppGroup
import Glibc
import Platform
import Testing

/// Looks at a condition every 5 ms until it holds; a test that hangs ends here.
@available(*, noasync)
@discardableResult
func eventually(
    _ what: String, within limit: Duration = .seconds(15), sourceLocation: SourceLocation = #_sourceLocation, _ condition: () -> Bool
) -> Bool {
    let end = MediaTime.now() + limit
    while !condition() {
        guard MediaTime.now() < end else {
            Issue.record("waited \(limit) in vain: \(what)", sourceLocation: sourceLocation)
            return false
        }
        pause(.milliseconds(5))
    }
    return true
}

/// Lets `span` pass between two looks at a condition, without burning the processor.
func pause(_ span: Duration) {
    poll(nil, 0, Int32(span.inMilliseconds))
}
