import AppGroup
import Testing

/// Looks at a condition every 5 ms until it holds; a test that hangs ends here.
@available(*, noasync)
@discardableResult
func eventually(_ what: String, within limit: Duration = .seconds(15), _ condition: () -> Bool) -> Bool {
    let end = MediaTime.now() + limit
    while !condition() {
        guard MediaTime.now() < end else {
            Issue.record("waited \(limit) in vain: \(what)")
            return false
        }
        _ = pollUntil(.now() + .milliseconds(5), nil, 0)
    }
    return true
}
