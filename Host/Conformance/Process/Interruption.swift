import Glibc
import Platform

/// Whether someone asked this process to end. Checked at every wait, so that what was started is ended in order.
final class Interruption {
    private let signals: ProcessSignals

    init() throws(ConformanceError) {
        do throws(SystemError) { signals = try ProcessSignals() } catch { throw ConformanceError("watching for signals", error) }
    }

    /// To be polled beside whatever else is waited for; stays readable once it has come.
    var descriptor: Int32 { signals.descriptor }

    var hasCome: Bool {
        var entry = pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, 0) > 0
    }
}
