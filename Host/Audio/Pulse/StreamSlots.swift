/// What stands behind the lanes of a `StreamKeeper`: rings to record into, or a feed to play from.
/// Called on libpulse's thread, or where none runs.
protocol StreamSlots: Sendable {
    var count: Int { get }
    func makeStream(on lane: Int, of client: PulseClient, title: String) -> any PulseStream
    func retire(_ lane: Int, _ isRetiring: Bool)
    /// The lane's stream is closed.
    func closed(_ lane: Int)
}
