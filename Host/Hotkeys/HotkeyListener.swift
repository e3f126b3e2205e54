import Glibc
public import Platform
import Portal
import Synchronization

/// Listens to hotkeys on a thread of its own: on X11 by grabbing keys, under Wayland by the desktop's portal. What is not there is looked for again.
public final class HotkeyListener: Sendable {
    private static let retryInterval = Duration.seconds(5)

    private let hotkeys: [Hotkey]
    private let address: String?
    private let report: @Sendable (HotkeyReport) -> Void
    private let wakeup: Wakeup
    private let isStopping = Atomic<Bool>(false)

    /// - Parameters:
    ///   - sessionBus: the address of the bus on which the portal is; `nil` for the user's.
    ///   - report: called on the thread. Each key that was pressed is also released, at the latest when `run` returns.
    public init(_ hotkeys: [Hotkey], sessionBus: String?, report: @escaping @Sendable (HotkeyReport) -> Void) throws(SystemError) {
        (self.hotkeys, address, self.report) = (hotkeys, sessionBus, report)
        wakeup = try Wakeup()
    }

    /// Has `run` return soon. Any thread.
    public func stop() {
        isStopping.store(true, ordering: .releasing)
        wakeup.signal()
    }

    /// The thread's body.
    @available(*, noasync)
    public func run() {
        func isSet(_ name: String) -> Bool { (getenv(name)?.pointee ?? 0) != 0 }
        if isSet("WAYLAND_DISPLAY") { return runPortal() }
        if isSet("DISPLAY") { return runDisplay() }
        report(.unavailable(nil, why: "there is no desktop here: neither DISPLAY nor WAYLAND_DISPLAY is set"))
    }

    private var isOver: Bool { isStopping.load(ordering: .acquiring) }

    private func runDisplay() {
        var told = ""
        while !isOver {
            do throws(HotkeyError) {
                let keys = try DisplayKeys(hotkeys, report: report)
                told = ""
                listen(to: keys)
                if !isOver { report(.unavailable(nil, why: "the X server is gone; they are there again when it is")) }
            } catch {
                // Once, however often it is tried.
                if error.message != told { report(.unavailable(nil, why: error.message)) }
                told = error.message
            }
            let next = MediaTime.now() + Self.retryInterval
            while !isOver, MediaTime.now() < next { _ = wakeup.wait(until: next) }
        }
    }

    private func listen(to keys: DisplayKeys) {
        // Events may have been read with the answers to requests.
        while keys.handle(at: .now(), report: report) {
            guard !isOver else { return keys.releaseAll(report) }
            var entries = [pollfd(fd: wakeup.descriptor, events: Int16(POLLIN), revents: 0), keys.interest]
            _ = entries.withUnsafeMutableBufferPointer { pollUntil(keys.nextTime, $0.baseAddress!, $0.count) }
            if entries[0].revents != 0 { wakeup.drain() }
        }
    }

    private func runPortal() {
        let shortcuts = hotkeys.enumerated().map { DesktopShortcut(id: "\($0 + 1)-\($1.action)", title: $1.action.title, trigger: $1.keys.trigger) }
        let byID = Dictionary(uniqueKeysWithValues: zip(shortcuts.map(\.id), hotkeys))
        let portal = GlobalShortcuts(shortcuts, sessionBus: address, wakeup: wakeup) { [report] event in
            switch event {
            case .ready(let count): report(.ready(count, by: "the desktop"))
            case .unavailable(let why): report(.unavailable(nil, why: why))
            case .pressed(let id): if let hotkey = byID[id] { report(.pressed(hotkey)) }
            case .released(let id): if let hotkey = byID[id] { report(.released(hotkey)) }
            }
        }
        portal.run { self.isOver }
    }
}
