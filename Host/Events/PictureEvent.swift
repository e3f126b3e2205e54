/// What viewers see when it is not an agent's screen.
package enum PictureEvent: Hashable, Sendable {
    /// The agent is gone, its last picture stays.
    case holding
    /// The agent is gone for longer.
    case slate
    /// The agent is paused: a slate hides the screen.
    case paused
    /// An agent's screen again.
    case back
    /// The slate could not be painted, or lacks something.
    case slateIncomplete(String)

    var description: EventDescription {
        switch self {
        case .holding:
            EventDescription(
                .pictureHolding, .detail, "viewers see the last picture: no agent delivers",
                remedy: "another agent is started by itself, or start one with 'splitcast request-agent'", isRemedyInText: true)
        case .slate:
            EventDescription(
                .pictureSlate, .warning, "viewers see the slate: no agent delivers",
                remedy: "start an agent with 'splitcast request-agent'")
        case .paused: EventDescription(.picturePaused, .detail, "viewers see the pause slate")
        case .back: EventDescription(.pictureBack, .info, "viewers see the screen again")
        case .slateIncomplete(let text):
            EventDescription(
                .pictureSlateIncomplete, .warning, text, remedy: "choose another --slate, or install what the message names", isRemedyInText: true)
        }
    }
}
