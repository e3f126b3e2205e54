import AppGroup
import Control
import Session
import Supervision

/// `splitcast swap next`: what comes after that which is captured for a source now, of its kind.
enum NextCapture {
    /// In place of a backend.
    static let word = "next"

    /// Something that a backend can capture.
    struct Choice: Hashable {
        /// As an agent that captures it calls it, or how that begins.
        let screen: String
        let arguments: [String]
    }

    /// - Returns: the choice that follows the one that an agent captures; the first one after the last, and after what is none of them, such as a
    ///   part of a display.
    /// - Throws: `.failed` where there is no other.
    static func request(
        after agent: SessionStatus.Agent, for source: SourceName, among choices: [Choice]
    ) throws(CommandFailure) -> AgentRequest {
        let current = choices.firstIndex { agent.screen == $0.screen || agent.screen.hasPrefix($0.screen + " ") }
        let next = current.map { ($0 + 1) % choices.count } ?? 0
        guard !choices.isEmpty, choices.count > 1 || current == nil else {
            throw CommandFailure(
                .failed, "there is nothing else than \(PlainText.of(agent.screen)) to switch to: 'splitcast sources' lists what there is")
        }
        return .swap(backend: agent.backend, arguments: choices[next].arguments, source: source)
    }

    /// Asks the host what it captures, and an agent what there is of that.
    @available(*, noasync)
    static func request(for source: SourceName, _ client: ControlClient) throws(CommandFailure) -> AgentRequest {
        let agents: [SessionStatus.Agent]
        do throws(ControlError) { agents = try client.agents().agents } catch { throw CommandFailure(error) }
        guard let agent = agents.first(where: { $0.isLive && $0.place == source.text }) else {
            throw CommandFailure(.failed, "nothing is captured for the source \"\(source)\" now: say what to swap to")
        }
        return try request(after: agent, for: source, among: try choices(beside: agent))
    }

    @available(*, noasync)
    private static func choices(beside agent: SessionStatus.Agent) throws(CommandFailure) -> [Choice] {
        switch agent.backend {
        case "x11":
            let display = String(agent.screen.prefix { $0 != " " })
            return try AgentListing.entries(ScreenListing.Screen.self, "x11", ["--list", "--json", "--display", display]).compactMap { screen in
                screen.screen.map { Choice(screen: "\(display) \($0)", arguments: ["--display", display, "--screen", $0]) }
            }
        case "wlr":
            // The host's own way to the compositor has another name than the compositor has here.
            let display = String(agent.screen.prefix { $0 != " " })
            return try ScreenListing.waylandScreens(display).compactMap { screen in
                screen.screen.map { Choice(screen: "\(display) \($0)", arguments: ["--screen", $0]) }
            }
        case "media" where agent.screen.hasPrefix("/dev/"):
            return try NodeListing.cameras().map { Choice(screen: $0.device, arguments: ["--device", $0.device]) }
        default:
            throw CommandFailure(
                .failed,
                "\(PlainText.of(agent.screen)) has nothing that comes next, as the screens of a display and cameras have: say what to swap to")
        }
    }
}
