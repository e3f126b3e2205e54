/// What came over the bus: the answer to a call, or a signal.
struct BusMessage: Sendable {
    enum Content: Sendable {
        /// To the call with this serial number.
        case answer(UInt32, BusReply)
        case signal(BusSignal)
    }

    let content: Content
}
