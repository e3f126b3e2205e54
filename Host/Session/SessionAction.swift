import AgentProtocol
import AppGroup
import Delivery
import Events
import Frames
import Intake
import Logging
import Platform
import Portal

/// What a coordinator decided, for the spine to carry out: in the order in which it was returned.
enum SessionAction: Hashable, Sendable {
    // MARK: Telling

    case note(BroadcastEvent)
    case log(Logger.Level, String)
    /// Show those who ask what has become of operations, as the agents' coordinator knows it now.
    case publishOperations
    /// The same of the agents that have left.
    case publishDeparted

    // MARK: Agents

    /// Start an agent for this operation; without a backend, what was started last for the source.
    case start(operation: Int, of: SourceName, backend: String?, arguments: [String])
    /// End what was started for this operation, and do not start it again.
    case dismiss(operation: Int)
    /// What was started for this operation was asked to end, or is: do not start it again.
    case retire(operation: Int)
    /// The process of this operation hangs: end it, and start another.
    case replace(operation: Int, hanging: Int32)
    /// An agent is live: the one that was started for this operation, or, without one, an agent that others started.
    case delivers(operation: Int?, of: SourceName)
    case command(IntakeCommand)

    // MARK: Casts

    case askForCast(UInt32, CastRequest)
    case give(CastOffer, over: SharedDescriptor, to: UInt32)
    case refuseCast(UInt32, EndReason, String)
    case castDelivered(UInt32)
    case castLeft(UInt32, castFailed: Bool)
    case castLost
    case renewCasts

    // MARK: The picture and the targets

    case show(AgentPresence, of: SourceName)
    /// Have the compositor draw its screens once more: an agent waits for a first picture of one.
    case redraw
    /// Let the slate go out until this screen, which stands still, shows something.
    case standIn(for: PixelSize)
    case encode(EncoderTarget)
    /// The targets' selections, and what the streams come to, in bits a second; `nil` for as before.
    case set([Int: StreamSelection], bitsPerSecond: Int?)

    /// The broadcast cannot go on.
    case end(SessionError)
}
