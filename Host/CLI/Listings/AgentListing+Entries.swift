import Supervision

extension AgentListing {
    /// - Throws: `.nothingToCapture` with the agent's message, or when there is no such agent.
    @available(*, noasync)
    static func entries<Entry: Decodable>(_ type: Entry.Type, _ backend: String, _ arguments: [String]) throws(CommandFailure) -> [Entry] {
        do throws(AgentListingError) { return try read(type, backend, arguments) } catch {
            throw CommandFailure(.nothingToCapture, error.message, cause: error)
        }
    }
}
