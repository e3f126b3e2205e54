import Platform
import Protocols

extension CallLimit {
    /// Waits, and looks meanwhile whether there is still a reason to.
    @available(*, noasync)
    static func wait(atMost time: Duration, orUntil isOver: () -> Bool) {
        let limit = CallLimit()
        _ = limit.wait(until: .now() + time) { end in
            limit.pause(until: end)
            return isOver()
        }
    }
}
