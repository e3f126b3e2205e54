/// What came over the bus: the answer to a call, or a signal.
struct BusMessage: Sendable {
    enum Content: Sendable {
        /// To the call with this serial number.
        case answer(UInt32, BusReply)
        case signal(BusSignal)
    }

    let content: Content
}

/// How a call was answered.
enum BusReply: Sendable {
    /// - Parameter sender: the unique name of who answered.
    case values([BusValue], sender: String)
    /// The error's name, as in "org.freedesktop.DBus.Error.ServiceUnknown", and its words.
    case error(name: String, words: String)
}

struct BusSignal: Sendable {
    /// The sender's unique name.
    let sender: String
    let path: String
    let interface: String
    let member: String
    var values: [BusValue] = []
}
