/// What viewers see when it is not an agent's screen.
package enum PictureEvent: Hashable, Sendable {
    /// No agent is live, and the last picture stays.
    case holding(Awaited)
    /// No agent is live for longer, or none has shown anything yet.
    case slate(Awaited)
    /// The agent is paused: a slate hides the screen.
    case paused
    /// An agent's screen again.
    case back
    /// The slate could not be painted, or lacks something.
    case slateIncomplete(String)

    /// Who may deliver next.
    package enum Awaited: Hashable, Sendable {
        /// This one is attached, and has shown nothing yet.
        case agent(UInt32)
        /// One that the host starts.
        case start
        case nothing

        fileprivate var text: String {
            switch self {
            case .agent(let id): "until agent \(id) shows something"
            case .start: "until the agent that is being started shows something"
            case .nothing: "since no agent is attached"
            }
        }

        fileprivate var remedy: String {
            switch self {
            case .agent: "nothing: the next change of its screen ends it"
            case .start: "nothing, unless it goes on"
            case .nothing: "start an agent with 'splitcast request-agent'"
            }
        }
    }

    var description: EventDescription {
        switch self {
        case .holding(let awaited):
            EventDescription(
                .pictureHolding, .detail, "viewers see the last picture, \(awaited.text)", remedy: awaited.remedy, isRemedyInText: awaited != .nothing
            )
        case .slate(let awaited):
            EventDescription(
                .pictureSlate, .warning, "viewers see the slate, \(awaited.text)", remedy: awaited.remedy, isRemedyInText: awaited != .nothing)
        case .paused: EventDescription(.picturePaused, .detail, "viewers see the pause slate")
        case .back: EventDescription(.pictureBack, .info, "viewers see the screen again")
        case .slateIncomplete(let text):
            EventDescription(
                .pictureSlateIncomplete, .warning, text, remedy: "choose another --slate, or install what the message names", isRemedyInText: true)
        }
    }
}
