/// What stands behind the slots of a `StreamKeeper`: rings to record into, or a feed to play from.
/// Called on libpulse's thread, or where none runs.
protocol StreamSlots: Sendable {
    var count: Int { get }
    func makeStream(on slot: Int, of client: PulseClient, title: String) -> any PulseStream
    func retire(_ slot: Int, _ isRetiring: Bool)
    /// The slot's stream is closed.
    func closed(_ slot: Int)
}
