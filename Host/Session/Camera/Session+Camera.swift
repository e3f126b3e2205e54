import Glibc
import Intake
public import Platform

extension Session {
    /// What a camera has answered by then is in the status.
    private static let longestAnswer = Duration.seconds(2)

    @available(*, noasync)
    public func steer(_ request: CameraRequest) throws(SessionError) {
        guard let intake else { throw SessionError(.failed, "this broadcast has no picture: it was started without") }
        try layers.withLock { (book) throws(SessionError) in try Self.check(request.source, book) }
        func live() -> AgentSnapshot? { intake.agents.first { $0.isLive && $0.description.place == request.source.text } }
        guard let agent = live() else {
            throw SessionError(.failed, "nothing is captured for the source \"\(request.source)\" now: a camera is set while it is live")
        }
        let dials = CameraDial.all(of: agent.camera)
        guard !dials.isEmpty else {
            throw SessionError(.failed, "\(agent.description.screen), the source \"\(request.source)\", has nothing that can be set")
        }
        intake.send(.setCamera(agent.description.generation, try CameraDial.settings(request.words, of: dials)))
        let deadline = MediaTime.now() + Self.longestAnswer
        while let now = live(), now.description.generation == agent.description.generation, now.cameraReports == agent.cameraReports,
            MediaTime.now() < deadline
        {
            poll(nil, 0, 5)
        }
    }
}
