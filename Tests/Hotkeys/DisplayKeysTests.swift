import Fixtures
import Glibc
import Platform
import ServerFixtures
import Testing

@testable import Hotkeys

/// Keys of a real X server, pressed by xdotool(1).
@Suite struct DisplayKeysTests {
    private final class Reports { var all: [HotkeyReport] = [] }

    private let screen: XvfbServer
    private let reports = Reports()

    init() throws { screen = try XvfbServer(width: 64, height: 64) }

    private func keys(_ texts: String..., told reports: Reports? = nil) throws -> DisplayKeys {
        let reports = reports ?? self.reports
        return try DisplayKeys(try texts.map { try Hotkey(parsing: $0) }, display: screen.display) { reports.all.append($0) }
    }

    private func type(_ arguments: String...) throws { _ = try runTool(["xdotool"] + arguments, environment: screen.environment) }

    /// Listens until so much is reported.
    private func wait(_ keys: DisplayKeys, for count: Int) throws {
        try waitUntil("\(count) reports: \(reports.all)") {
            #expect(keys.handle(at: .now()) { reports.all.append($0) })
            return reports.all.count >= count
        }
    }

    private func hotkey(_ text: String) throws -> Hotkey { try Hotkey(parsing: text) }

    @Test func aKeyIsPressedAndReleased() throws {
        let keys = try keys("mute-microphone=Ctrl+Alt+M", "mark=F8")
        #expect(reports.all == [.ready(2, by: "the X server")])
        try type("key", "F8")
        try wait(keys, for: 3)
        try type("key", "ctrl+alt+m")
        try wait(keys, for: 5)
        let (mark, mute) = (try hotkey("mark=F8"), try hotkey("mute-microphone=Ctrl+Alt+M"))
        #expect(Array(reports.all.dropFirst()) == [.pressed(mark), .released(mark), .pressed(mute), .released(mute)])
    }

    @Test func theLocksMakeNoDifferenceAndOtherModifiersDo() throws {
        let keys = try keys("mark=Ctrl+F8")
        for lock in ["Num_Lock", "Caps_Lock", "Num_Lock", "Caps_Lock"] {
            let before = reports.all.count
            try type("key", lock)
            try type("key", "ctrl+F8")
            try wait(keys, for: before + 2)
        }
        let count = reports.all.count
        for other in ["F8", "ctrl+shift+F8", "alt+F8", "ctrl+F7"] { try type("key", other) }
        try type("key", "ctrl+F8")
        try wait(keys, for: count + 2)
        letRun(for: .milliseconds(100))
        #expect(keys.handle(at: .now()) { reports.all.append($0) })
        #expect(reports.all.count == count + 2, "\(reports.all)")
    }

    @Test func aKeyThatIsHeldIsPressedOnce() throws {
        let keys = try keys("push-to-talk=F9")
        try type("keydown", "F9")
        try wait(keys, for: 2)
        // Some dozens of repetitions.
        let end = MediaTime.now() + .seconds(3)
        while MediaTime.now() < end {
            #expect(keys.handle(at: .now()) { reports.all.append($0) })
            poll(nil, 0, 2)
        }
        #expect(reports.all.count == 2, "\(reports.all)")
        try type("keyup", "F9")
        try wait(keys, for: 3)
        #expect(reports.all.last == .released(try hotkey("push-to-talk=F9")))
    }

    @Test func quickPressesAreOneEach() throws {
        let keys = try keys("mark=F8", "pause=Ctrl+F8")
        let (mark, pause) = (try hotkey("mark=F8"), try hotkey("pause=Ctrl+F8"))
        try type("key", "--delay", "6", "F8", "ctrl+F8", "F8", "ctrl+F8")
        try wait(keys, for: 9)
        #expect(
            Array(reports.all.dropFirst())
                == [
                    .pressed(mark), .released(mark), .pressed(pause), .released(pause), .pressed(mark), .released(mark), .pressed(pause),
                    .released(pause),
                ])
    }

    @Test func whatAnotherProgramHasIsSaidAndTheOthersWork() throws {
        let others = Reports()
        let other = try keys("mark=F8", told: others)
        let keys = try keys("pause=F8", "mark=F9")
        #expect(reports.all == [.unavailable(try hotkey("pause=F8"), why: "another program has it"), .ready(1, by: "the X server")])
        try type("key", "F9")
        try wait(keys, for: 4)
        // The other program still gets its own.
        try type("key", "F8")
        try waitUntil("the other") {
            _ = other.handle(at: .now()) { others.all.append($0) }
            return others.all.count == 3
        }
    }

    @Test func aKeyThatTheKeyboardLacksIsSaid() throws {
        _ = try runTool(["xmodmap", "-e", "keysym Pause = F35"], environment: screen.environment)
        _ = try keys("mark=Pause", "pause=F8")
        #expect(reports.all == [.unavailable(try hotkey("mark=Pause"), why: "this keyboard has no such key"), .ready(1, by: "the X server")])
    }

    @Test func anotherLayoutMovesTheKeys() throws {
        let keys = try keys("mark=Ctrl+M")
        // What was the key of n has m on it now, and the other way round.
        _ = try runTool(["xmodmap", "-e", "keycode 57 = m M", "-e", "keycode 58 = n N"], environment: screen.environment)
        try wait(keys, for: 2)
        #expect(reports.all.last == .ready(1, by: "the X server"))
        let end = MediaTime.now() + .milliseconds(300)
        while MediaTime.now() < end { _ = keys.handle(at: .now()) { reports.all.append($0) } }
        let before = reports.all.count
        try type("keydown", "ctrl", "key", "57", "keyup", "ctrl")
        try wait(keys, for: before + 2)
        #expect(reports.all.last == .released(try hotkey("mark=Ctrl+M")))
    }

    @Test func aServerThatGoesLeavesNothingHeld() throws {
        let keys = try keys("push-to-talk=F9")
        try type("keydown", "F9")
        try wait(keys, for: 2)
        screen.end()
        try waitUntil("the end") { !keys.handle(at: .now()) { reports.all.append($0) } }
        #expect(reports.all.last == .released(try hotkey("push-to-talk=F9")))
    }

    @Test func noServerIsOneLine() throws {
        let error = #expect(throws: HotkeyError.self) { try DisplayKeys([], display: ":9999") { _ in } }
        #expect(error?.message == "the X server :9999 cannot be reached")
    }
}
