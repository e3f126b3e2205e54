import Foundation
import Session
import Testing

@testable import SplitcastCLI

/// What `splitcast swap next` comes to.
@Suite struct NextCaptureTests {
    private static let monitors = ["A", "AB", "B"].map {
        NextCapture.Choice(screen: ":1 \($0)", arguments: ["--display", ":1", "--screen", $0])
    }
    private static let cameras = (0..<2).map { NextCapture.Choice(screen: "/dev/video\($0)", arguments: ["--device", "/dev/video\($0)"]) }

    private func agent(_ backend: String, _ screen: String) throws -> SessionStatus.Agent {
        var agent = try #require(SessionStatus.sample.agents.first)
        (agent.backend, agent.screen) = (backend, screen)
        return agent
    }

    @Test(arguments: [
        ("x11", ":1 A", monitors, ["--display", ":1", "--screen", "AB"]), ("x11", ":1 AB", monitors, ["--display", ":1", "--screen", "B"]),
        ("x11", ":1 B", monitors, ["--display", ":1", "--screen", "A"]),
        // All of it, a part of it, a window of it, and a monitor that is gone.
        ("x11", ":1", monitors, ["--display", ":1", "--screen", "A"]), ("x11", ":1 640x360+0+0", monitors, ["--display", ":1", "--screen", "A"]),
        ("x11", ":1 window \"A\" (A, 0x1)", monitors, ["--display", ":1", "--screen", "A"]),
        ("x11", ":1 C", monitors, ["--display", ":1", "--screen", "A"]),
        ("media", "/dev/video0 Front camera", cameras, ["--device", "/dev/video1"]),
        ("media", "/dev/video1 Back", cameras, ["--device", "/dev/video0"]),
        ("media", "/dev/video10 Other", cameras, ["--device", "/dev/video0"]),
    ])
    func theNextOneOfItsKind(backend: String, screen: String, choices: [NextCapture.Choice], arguments: [String]) throws {
        let request = try NextCapture.request(after: agent(backend, screen), for: .screen, among: choices)
        #expect(request == .swap(backend: backend, arguments: arguments, source: .screen))
    }

    @Test func whereThereIsNoOtherOneLineSaysSo() throws {
        for choices in [[], [Self.monitors[0]]] {
            let error = try #require(throws: CommandFailure.self) {
                try NextCapture.request(after: agent("x11", ":1 A"), for: .screen, among: choices)
            }
            #expect(error.message.contains("nothing else than :1 A"), "\(error)")
        }
    }
}
