import ArgumentParser
import Hooks
import Hotkeys
import Session

/// What happens on this desktop with what happens in a broadcast.
struct EventOptions: ParsableArguments {
    @Option(
        name: .customLong("on"),
        help: ArgumentHelp(
            "Run a command with each such event; repeats: target.gaveUp='notify-send gone', 'target.*=…', '*=…' for all.",
            discussion: "By /bin/sh, with the event as a line of JSON on its standard input; it has 10 s. 'splitcast events' shows codes, "
                + "EVENTS.md all of them.",
            valueName: "EVENT=COMMAND"))
    var hooks: [String] = []

    @Option(
        help: ArgumentHelp(
            "What the desktop's notifications tell you of: muted (you speak into a muted microphone), targets, disk, or off "
                + "(default: all with live, off with host).", valueName: "LIST"))
    var notify: String?

    @Option(
        name: .customLong("hotkey"),
        help: ArgumentHelp(
            "A key that works wherever the keyboard's focus is; repeats: mute-microphone=Ctrl+Alt+M, push-to-talk=F9.",
            discussion: "Actions: mute-microphone, push-to-talk, mute-all, pause, scene:NAME, mark, replay-save. On X11, and under Wayland where the "
                + "desktop's portal has global shortcuts.", valueName: "ACTION=KEYS"))
    var hotkeys: [String] = []

    /// - Parameter isLive: this desktop is streamed, so that there is somebody to tell.
    func apply(to configuration: inout SessionConfiguration, isLive: Bool) throws(CommandFailure) {
        configuration.notified = isLive ? Set(NotificationTopic.allCases) : []
        do throws(HotkeyError) {
            for text in hotkeys { configuration.hotkeys.append(try Hotkey(parsing: text)) }
            try Hotkey.check(configuration.hotkeys)
        } catch { throw CommandFailure(.usage, "--hotkey \(error.message)", cause: error) }
        for case .scene(let name) in configuration.hotkeys.map(\.action) where SceneName(name) == nil {
            throw OptionText.wrong("--hotkey", "scene:\(name)", "a scene's name is \(SceneName.form)")
        }
        if let notify { configuration.notified = try NotifyOption.parse("--notify", notify) }
        guard hooks.count <= EventHook.most else { throw CommandFailure(.usage, "--on: \(hooks.count) commands are more than \(EventHook.most)") }
        for text in hooks {
            do throws(HookError) { configuration.hooks.append(try EventHook(parsing: text)) } catch {
                throw CommandFailure(.usage, "--on: \(error.message)", cause: error)
            }
        }
    }
}
