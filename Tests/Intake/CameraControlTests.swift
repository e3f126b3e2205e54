import AgentFixtures
import AgentProtocol
import Fixtures
import Frames
import Testing

@testable import Intake

/// What an agent says can be set of its camera, and what it is told to set.
@Suite struct CameraControlTests {
    @Test func controlsComeAndSettingsGo() throws {
        let fixture = try IntakeFixture()
        let agent = try RawAgent(at: fixture.directory)
        try agent.attach(FrameGeometry(size: PixelSize(width: 64, height: 48))!)
        func wait(_ what: String, _ isThere: () -> Bool) throws {
            try waitUntil(what) {
                try agent.turn()
                return isThere()
            }
        }
        try wait("an agent without a camera") { fixture.intake.agents.first?.camera == [] && fixture.intake.agents.first?.cameraReports == 0 }
        let zoom = try #require(CameraControls.Entry(.zoom, minimum: 100, maximum: 500, step: 10, value: 100))
        agent.camera([zoom])
        try wait("controls") { fixture.intake.agents.first?.camera == [zoom] && fixture.intake.agents.first?.cameraReports == 1 }
        let settings = [CameraSettings.Setting(.autofocus, 0), CameraSettings.Setting(.zoom, 300)]
        // Of one that is not there nothing comes.
        fixture.intake.send(.setCamera(agent.generation + 1, []))
        fixture.intake.send(.setCamera(agent.generation, settings))
        try wait("settings") { agent.cameraSettings == [CameraSettings(generation: agent.generation, settings)] }
        agent.camera([zoom], generation: agent.generation + 1)
        let reason = fixture.waitForEvent { if case .departed(_, let reason, _) = $0 { reason } else { nil } }
        #expect(reason == .invalidData)
    }
}
