import Glibc
import Platform
import Supervision

/// Has the compositor draw its screens once more, by the program that talks to compositors: the host itself speaks no Wayland, and an
/// agent that gets its pictures from PipeWire is let near nothing else.
///
/// On the session's thread alone. Ask `end` before letting it go.
final class RedrawProcess {
    private var child: ChildProcess?

    /// Returns at once.
    ///
    /// - Returns: whether it was started: not outside of Wayland, without the program, or while it runs.
    func begin() -> Bool {
        tidy()
        guard child == nil, (getenv("WAYLAND_DISPLAY")?.pointee ?? 0) != 0, let program = AgentCommandLine.find("splitcast-capture-wlr") else {
            return false
        }
        var launch = Launch(program: program, arguments: ["--redraw"])
        (launch.gainsNoPrivileges, launch.endsWithThread) = (true, true)
        child = try? ChildProcess(launch)  // without it the picture comes with the next change
        return child != nil
    }

    /// Reaps it if it has ended.
    func tidy() { if child?.reap() != nil { child = nil } }

    /// Ends it, if it runs.
    @available(*, noasync)
    func end() {
        _ = child?.end(patience: .zero)
        child = nil
    }
}
