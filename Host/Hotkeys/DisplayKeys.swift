import CKeys
import Glibc
import Platform

/// The keys of an X server that are ours. One thread.
final class DisplayKeys {
    private let keys: OpaquePointer
    private let hotkeys: [Hotkey]
    private var held = HeldKeys()
    /// By keycode, those with other modifiers beside each other.
    private var grabbed: [(code: UInt8, hotkey: Hotkey)] = []
    /// What was begun by each key that is held.
    private var begun: [UInt8: Hotkey] = [:]

    /// - Parameter display: `nil` for that of `$DISPLAY`.
    /// - Throws: `HotkeyError` where there is no server.
    init(_ hotkeys: [Hotkey], display: String? = nil, report: (HotkeyReport) -> Void) throws(HotkeyError) {
        var words = [CChar](repeating: 0, count: 256)
        guard let made = ckeys_open(display, &words, words.count) else {
            throw HotkeyError(.noServer, String(decoding: words.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))
        }
        (keys, self.hotkeys) = (made, hotkeys)
        grab(report)
    }

    deinit { ckeys_close(keys) }

    var interest: pollfd { pollfd(fd: ckeys_descriptor(keys), events: Int16(POLLIN), revents: 0) }
    var nextTime: MediaTime? { held.nextTime }

    /// Reads what the server has told.
    ///
    /// - Returns: false when it is gone; then no key is held any more.
    func handle(at now: MediaTime, report: (HotkeyReport) -> Void) -> Bool {
        var event = ckeys_event()
        while ckeys_next(keys, &event) {
            switch event.kind {
            case Int32(CKEYS_PRESS.rawValue):
                let found = grabbed.first { $0.code == event.code && $0.hotkey.keys.modifiers.rawValue == event.modifiers }
                let press = held.press(event.code, time: event.time)
                if press == .again { end([event.code], report) }
                guard press != .repetition, let hotkey = found?.hotkey else { continue }
                begun[event.code] = hotkey
                report(.pressed(hotkey))
            case Int32(CKEYS_RELEASE.rawValue): held.release(event.code, time: event.time, at: now)
            default: followLayout(report)
            }
        }
        end(held.released(at: now), report)
        guard ckeys_is_gone(keys) else { return true }
        releaseAll(report)
        return false
    }

    func releaseAll(_ report: (HotkeyReport) -> Void) { end(held.releaseAll(), report) }

    private func end(_ codes: [UInt8], _ report: (HotkeyReport) -> Void) {
        for code in codes { if let hotkey = begun.removeValue(forKey: code) { report(.released(hotkey)) } }
    }

    private func followLayout(_ report: (HotkeyReport) -> Void) {
        let codes = hotkeys.map { ckeys_code(keys, $0.keys.key.symbol) }
        let hasOtherLocks = ckeys_read_layout(keys)
        guard hasOtherLocks || codes != hotkeys.map({ ckeys_code(keys, $0.keys.key.symbol) }), !ckeys_is_gone(keys) else { return }
        end(held.releaseAll(), report)
        ckeys_release(keys)
        grab(report)
    }

    private func grab(_ report: (HotkeyReport) -> Void) {
        grabbed = []
        for hotkey in hotkeys {
            var code: UInt8 = 0
            switch ckeys_grab(keys, hotkey.keys.key.symbol, hotkey.keys.modifiers.rawValue, &code) {
            case Int32(CKEYS_TAKEN_OVER.rawValue): grabbed.append((code, hotkey))
            case Int32(CKEYS_IN_USE.rawValue): report(.unavailable(hotkey, why: "another program has it"))
            case Int32(CKEYS_NO_SUCH_KEY.rawValue): report(.unavailable(hotkey, why: "this keyboard has no such key"))
            default: report(.unavailable(hotkey, why: "the X server refused it"))
            }
        }
        if !grabbed.isEmpty { report(.ready(grabbed.count, by: "the X server")) }
    }
}
