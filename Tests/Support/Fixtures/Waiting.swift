import Glibc
import Platform

/// The one way in which tests wait: looks at `condition` every few milliseconds until it holds or `timeout` has passed.
///
/// A test that waits for something that happens passes as soon as it happens; `timeout` is a watchdog and says nothing
/// about speed. Blocks the calling thread.
///
/// - Throws: `FixtureError` that names `what` when the time is over, and whatever `condition` throws.
public func waitUntil(
    _ what: @autoclosure () -> String, timeout: Duration = .seconds(20), _ condition: () throws -> Bool
) throws {
    guard try !Watchdog.until(timeout, condition) else { return }
    throw FixtureError("waited \(timeout) in vain: \(what())")
}

/// The same, for expectations.
public enum Watchdog {
    /// True as soon as `condition` holds; false if it never did within the limit, which only a hang reaches.
    public static func until(_ limit: Duration = .seconds(30), _ condition: () throws -> Bool) rethrows -> Bool {
        let deadline = MediaTime.now() + limit
        while try !condition() {
            guard MediaTime.now() < deadline else { return false }
            // poll(2) as a pause between two looks.
            poll(nil, 0, 5)
        }
        return true
    }
}

/// Lets a workload run for a while, where the time itself is what is measured. Blocks the calling thread.
public func letRun(for duration: Duration) {
    let end = MediaTime.now() + duration
    while true {
        let left = (end - .now()).inMilliseconds
        guard left > 0 else { return }
        poll(nil, 0, Int32(left.rounded(.up)))
    }
}
