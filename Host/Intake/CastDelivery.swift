import AgentProtocol
import Platform

/// What an agent gets that wants a cast.
struct CastDelivery: Sendable {
    enum Outcome: Sendable {
        case offer(CastOffer, SharedDescriptor)
        /// Nothing, and its connection ends.
        case refusal(EndReason, message: String)
    }

    let generation: UInt32
    let outcome: Outcome
}
