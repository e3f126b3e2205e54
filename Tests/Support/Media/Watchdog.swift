import AppGroup
import Glibc
import Platform

/// Waits for conditions, never for time.
public enum Watchdog {
    /// True as soon as `condition` holds; false if it never did within the limit, which only a hang reaches.
    public static func until(_ limit: Duration = .seconds(30), _ condition: () -> Bool) -> Bool {
        let deadline = MediaTime.now() + limit
        while MediaTime.now() < deadline {
            if condition() { return true }
            // poll(2) as a pause between two looks.
            poll(nil, 0, 10)
        }
        return condition()
    }
}
