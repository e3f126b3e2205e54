/// How a call was answered.
enum BusReply: Sendable {
    /// - Parameter sender: the unique name of who answered.
    case values([BusValue], sender: String)
    /// The error's name, as in "org.freedesktop.DBus.Error.ServiceUnknown", and its words.
    case error(name: String, words: String)
}
