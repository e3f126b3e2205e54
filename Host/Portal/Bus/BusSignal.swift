/// A signal on the bus.
struct BusSignal: Sendable {
    /// The sender's unique name.
    let sender: String
    let path: String
    let interface: String
    let member: String
    var values: [BusValue] = []
}
