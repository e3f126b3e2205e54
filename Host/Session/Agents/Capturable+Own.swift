import Glibc
import Supervision

extension Capturable {
    private static let mostWindows = 100
    private static let longestTitle = 60

    /// Asks each agent, some seconds at most. What cannot be listed is not offered.
    @available(*, noasync)
    public static var own: Capturable {
        let agents = AgentCommandLine.installedBackends
        let isWayland = isSet("WAYLAND_DISPLAY")
        var choices: [Choice] = []
        if isWayland {
            choices += screens("wlr", of: agents).filter { $0.copied ?? true }.map { screen in
                Choice("screen \(screen.name), \(screen.size)", "wlr", ["--screen", screen.name])
            }
            if agents.contains("pipewire") { choices.append(Choice("what the desktop shares, as it asks", "pipewire")) }
        }
        // The X display of a Wayland desktop shows X programs alone.
        let ofX = screens("x11", of: agents).filter { !($0.xwayland ?? false) }
        choices += ofX.map { screen in
            let display = screen.display ?? ""
            let one = screen.screen.map { ["--screen", $0] } ?? []
            return Choice("screen \(([display] + one.dropFirst()).joined(separator: " ")), \(screen.size)", "x11", ["--display", display] + one)
        }
        let displays = Set(ofX.compactMap(\.display))
        choices += listed(Window.self, "x11", ["--list-windows", "--json"], of: agents).filter { displays.contains($0.display) }
            .prefix(mostWindows).map { Choice("window \($0.text)", "x11", ["--display", $0.display, "--window", $0.window]) }
        choices += listed(Camera.self, "media", ["--list", "--json"], of: agents).map {
            Choice("camera \($0.name.prefix(longestTitle))", "media", ["--device", $0.device])
        }
        if agents.contains("pattern") { choices.append(Choice("test card", "pattern")) }
        return Capturable(agents: agents, choices: choices)
    }

    @available(*, noasync)
    private static func screens(_ backend: String, of agents: [String]) -> [Screen] {
        listed(Screen.self, backend, ["--list", "--json"], of: agents)
    }

    @available(*, noasync)
    private static func listed<Entry: Decodable>(_ type: Entry.Type, _ backend: String, _ arguments: [String], of agents: [String]) -> [Entry] {
        guard agents.contains(backend) else { return [] }
        return (try? AgentListing.read(type, backend, arguments)) ?? []  // 'splitcast sources' says why
    }

    private static func isSet(_ name: String) -> Bool { getenv(name).map { $0.pointee != 0 } ?? false }

    // As agents list them.

    private struct Screen: Decodable {
        let display: String?
        let screen: String?
        let width: Int
        let height: Int
        let xwayland: Bool?
        let copied: Bool?

        var name: String { screen ?? "" }
        var size: String { "\(width)x\(height)" }
    }

    private struct Window: Decodable {
        let display: String
        let window: String
        let title: String

        var text: String { "\(title.isEmpty ? window : String(title.prefix(Capturable.longestTitle))) on \(display)" }
    }

    private struct Camera: Decodable {
        let device: String
        let name: String
    }
}
