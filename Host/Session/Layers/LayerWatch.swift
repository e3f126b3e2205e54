import AppGroup
import Events
import Frames
import Intake
import Picture

/// Notices when a layer that is to be seen no longer is, and when it is again.
struct LayerWatch {
    private var unseen: [SourceName: LayerProblem] = [:]

    mutating func changes(_ problems: [SourceName: LayerProblem]) -> [PictureEvent] {
        let before = unseen
        unseen = problems
        let names = Set(before.keys).union(problems.keys).sorted { $0.text < $1.text }
        return names.compactMap { name in
            guard before[name] != problems[name] else { return nil }
            guard let problem = problems[name] else { return .layerSeen(name.text) }
            return .layerUnseen(name.text, why: problem.text, remedy: problem.remedy)
        }
    }
}

extension LayerBook {
    /// What keeps layers from being seen that are to be.
    func problems(on canvas: PixelSize, agents: [AgentSnapshot]) -> [SourceName: LayerProblem] {
        var problems: [SourceName: LayerProblem] = [:]
        for source in sources { problems[source] = problem(of: source, on: canvas, size: agents.uprightSize(of: source)) }
        return problems
    }
}

extension [AgentSnapshot] {
    /// Of what is captured for a source, upright; `nil` while no agent of it is live.
    func uprightSize(of source: SourceName) -> PixelSize? {
        guard let live = first(where: { $0.isLive && $0.description.place == source.text }) else { return nil }
        return live.geometry.map { live.orientation.upright($0.size) }
    }
}
