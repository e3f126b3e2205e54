import Intake
import Platform

/// Whether the live agent does what it is told while the broadcast is paused. Nothing of it is shown then, whatever it says; one that does
/// not grab less is not left to go on. A value.
struct PauseWatch: Sendable {
    /// What it is told about a pause counts from here on, and not what it does meanwhile.
    private struct Told: Hashable, Sendable {
        let generation: UInt32
        let at: MediaTime
        /// Its notices when the time was over.
        var frames: UInt64?
    }

    /// How long it may take: as long as the request for the pause waits.
    static let limit = AgentOperations.confirmationTimeLimit

    private var told: Told?

    /// - Parameter live: the agent that is paused; `nil` while there is no pause.
    /// - Returns: whether it has gone on, or says so.
    mutating func isIgnored(by live: AgentSnapshot?, at now: MediaTime) -> Bool {
        guard let live else {
            told = nil
            return false
        }
        guard let told, told.generation == live.description.generation else {
            self.told = Told(generation: live.description.generation, at: now)
            return false
        }
        guard now - told.at > Self.limit else { return false }
        guard live.isPaused, let frames = told.frames else {
            self.told?.frames = live.frames
            return !live.isPaused
        }
        return live.frames > frames
    }
}
