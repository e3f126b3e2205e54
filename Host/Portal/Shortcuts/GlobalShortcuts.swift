import Glibc
public import Platform

/// Shortcuts of the desktop by its portal, `org.freedesktop.portal.GlobalShortcuts`: asked for on one thread, which tells when they are used.
/// A portal that goes away is asked again when it is back.
public struct GlobalShortcuts {
    private static let retryInterval = Duration.seconds(5)

    private let shortcuts: [DesktopShortcut]
    private let address: String?
    private let wakeup: Wakeup
    private let report: (ShortcutEvent) -> Void

    /// - Parameters:
    ///   - sessionBus: its address; `nil` for the user's.
    ///   - wakeup: signalled when `isOver` may have changed.
    public init(_ shortcuts: [DesktopShortcut], sessionBus: String?, wakeup: Wakeup, report: @escaping (ShortcutEvent) -> Void) {
        (self.shortcuts, self.wakeup, self.report) = (shortcuts, wakeup, report)
        address = sessionBus ?? BusAddress.current()
    }

    /// Returns when it is over, with no shortcut held.
    @available(*, noasync)
    public func run(until isOver: () -> Bool) {
        guard let address else { return report(.unavailable(why: "there is no session bus, so no desktop portal")) }
        var told: String?
        while !isOver() {
            let ending = converse(at: address, isOver) { told = nil }
            guard !isOver() else { return }
            // Once, however often it is tried.
            if ending.why != told { report(.unavailable(why: ending.why)) }
            told = ending.why
            guard ending.isRetriable else {
                while !isOver() { _ = wakeup.wait() }
                return
            }
            let next = MediaTime.now() + Self.retryInterval
            while !isOver(), MediaTime.now() < next { _ = wakeup.wait(until: next) }
        }
    }

    private func converse(at address: String, _ isOver: () -> Bool, onReady: () -> Void) -> ShortcutSession.Ending {
        let session: ShortcutSession
        do throws(BusProblem) { session = try ShortcutSession(shortcuts, address: address) } catch {
            return ShortcutSession.Ending(why: "the session bus cannot be reached: \(error.words)", isRetriable: true)
        }
        defer { session.close(report) }
        while !isOver() {
            var entries = [pollfd(fd: wakeup.descriptor, events: Int16(POLLIN), revents: 0), session.interest]
            _ = entries.withUnsafeMutableBufferPointer { pollUntil(session.deadline, $0.baseAddress!, $0.count) }
            if entries[0].revents != 0 { wakeup.drain() }
            let ending = session.handle(entries[1].revents, at: .now()) { event in
                if case .ready = event { onReady() }
                report(event)
            }
            if let ending { return ending }
        }
        return ShortcutSession.Ending(why: "", isRetriable: false)
    }
}
