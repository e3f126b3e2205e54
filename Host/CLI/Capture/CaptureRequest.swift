import AgentProtocol
import Portal

/// What is wanted of a Wayland desktop, whichever backend it will be.
struct CaptureRequest: Hashable, Sendable {
    var screen: String?
    var region: String?
    var cursor: CastCursor?
    /// Something was asked for that only the portal does.
    var needsPortal = false
    var sources: Set<CastSource> = [.monitor]
    /// `--orientation`, as the agent is told.
    var turn: [String] = []

    /// Whether it names a part of the desktop: a portal lets the user choose a screen, not a program.
    var isNamed: Bool { screen != nil || region != nil }

    /// What `splitcast-capture-pipewire` is told.
    var castArguments: [String] { (region.map { ["--region", $0] } ?? []) + turn }

    /// What `splitcast-capture-wlr` is told.
    func copyArguments(display: String? = nil) throws(CommandFailure) -> [String] {
        if cursor == .metadata {
            throw CommandFailure(
                .usage, "--cursor metadata: a compositor that copies its screens draws the pointer, or leaves it out; give embedded or hidden")
        }
        return [("--display", display), ("--screen", screen), ("--region", region), ("--cursor", cursor?.word)].flatMap { name, value in
            value.map { [name, $0] } ?? []
        }
    }
}
