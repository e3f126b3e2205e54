import CPulse

/// What a client of the sound server wants to know, at the start and whenever it changes.
struct PulseInterest: OptionSet, Sendable {
    let rawValue: Int
    static let sources = PulseInterest(rawValue: 1)
    static let sinks = PulseInterest(rawValue: 2)
    static let players = PulseInterest(rawValue: 4)

    /// The events to ask the server for; those of the server itself tell of another default.
    var subscription: pa_subscription_mask_t {
        var mask = PA_SUBSCRIPTION_MASK_SERVER.rawValue
        if contains(.sources) { mask |= PA_SUBSCRIPTION_MASK_SOURCE.rawValue }
        if contains(.sinks) { mask |= PA_SUBSCRIPTION_MASK_SINK.rawValue }
        if contains(.players) { mask |= PA_SUBSCRIPTION_MASK_SINK_INPUT.rawValue }
        return pa_subscription_mask_t(mask)
    }
}
