import Intake
import Platform

/// Whether agents do what they are told while they are paused. Nothing of them is shown then, whatever they say; one that does not grab less
/// is not left to go on. A value.
struct PauseWatch: Sendable {
    /// What it is told about a pause counts from here on, and not what it does meanwhile.
    private struct Told: Sendable {
        let at: MediaTime
        /// Its notices when the time was over.
        var frames: UInt64?
    }

    /// How long it may take: as long as the request for the pause waits.
    static let limit = AgentOperations.confirmationTimeLimit

    /// By their generations.
    private var told: [UInt32: Told] = [:]

    /// - Parameter paused: the agents that are paused; a pause that is over is forgotten.
    /// - Returns: those that have gone on, or do not say that they paused.
    mutating func ignoring(_ paused: [AgentSnapshot], at now: MediaTime) -> [AgentSnapshot] {
        if !told.isEmpty { told = told.filter { known in paused.contains { $0.description.generation == known.key } } }
        return paused.filter { isIgnored(by: $0, at: now) }
    }

    /// Its pause is over; if it is paused again at once, what it sent between the two is no offence.
    mutating func forget(_ agent: UInt32) { told[agent] = nil }

    private mutating func isIgnored(by agent: AgentSnapshot, at now: MediaTime) -> Bool {
        let generation = agent.description.generation
        guard let told = told[generation] else {
            self.told[generation] = Told(at: now)
            return false
        }
        guard now - told.at > Self.limit else { return false }
        guard agent.isPaused, let frames = told.frames else {
            self.told[generation]?.frames = agent.frames
            return !agent.isPaused
        }
        return agent.frames > frames
    }
}
