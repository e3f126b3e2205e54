/// What viewers see when it is not an agent's screen.
package enum PictureEvent: Hashable, Sendable {
    /// No agent is live, and the last picture stays.
    case holding(Awaited)
    /// No agent is live for longer, or none has shown anything yet; or only of a source that is not shown.
    case slate(Awaited)
    /// The agent is paused: a slate hides the screen.
    case paused
    /// An agent's picture again.
    case back
    /// The slate could not be painted, or lacks something.
    case slateIncomplete(String)
    /// No picture goes out any more, for want of an agent.
    case audioAlone(Awaited)
    /// The broadcast ends for that.
    case lost
    /// The desktop is not to be seen by its own user, or is again.
    case desktop(cause: String, words: String, isAway: Bool, shows: String)
    /// This file is decoded and encoded, for the time in which nothing can be captured.
    case clipPreparing(String)
    case clipReady(String)
    /// What is wrong with the file; what stood before stays.
    case clipFailed(String)
    /// The next broadcast has to prepare it again.
    case clipNotKept(String, why: String)
    /// It cannot be joined to the stream: viewers see the slate.
    case clipRefused(String)
    /// Nothing of a source's layer is on the canvas any more though it is to be seen; and it is again.
    case layerUnseen(String, why: String, remedy: String)
    case layerSeen(String)

    /// Who may deliver next.
    package enum Awaited: Hashable, Sendable {
        /// This one is attached, and has shown nothing yet.
        case agent(UInt32)
        /// One that the host starts.
        case start
        /// This one was live, and waits since it was told to.
        case attachment(UInt32)
        case nothing
        /// The agents of the sources that are shown; the screen has one, and is not shown.
        case shownSource

        fileprivate var wantsHelp: Bool {
            switch self {
            case .agent, .start: false
            case .attachment, .nothing, .shownSource: true
            }
        }

        fileprivate var text: String {
            switch self {
            case .agent(let id): "until agent \(id) shows something"
            case .start: "until the agent that is being started shows something"
            case .attachment(let id): "since agent \(id) was detached"
            case .nothing: "since no agent is attached"
            case .shownSource: "since what is shown is away, and the screen is hidden"
            }
        }

        fileprivate var remedy: String {
            switch self {
            case .agent: "nothing: the next change of its screen ends it"
            case .start: "nothing, unless it goes on"
            case .attachment: "'splitcast attach screen' shows it again"
            case .nothing: "start an agent with 'splitcast request-agent'"
            case .shownSource: "'splitcast layer set screen shown' shows the screen; 'splitcast swap --source NAME' brings a source back"
            }
        }
    }

    var description: EventDescription {
        switch self {
        case .holding(let awaited):
            EventDescription(
                .pictureHolding, .detail, "viewers see the last picture, \(awaited.text)", remedy: awaited.remedy, isRemedyInText: !awaited.wantsHelp
            )
        case .slate(let awaited):
            EventDescription(
                .pictureSlate, .warning, "viewers see the slate, \(awaited.text)", remedy: awaited.remedy, isRemedyInText: !awaited.wantsHelp)
        case .paused: EventDescription(.picturePaused, .detail, "viewers see the pause slate")
        case .back: EventDescription(.pictureBack, .info, "viewers see the picture again")
        case .slateIncomplete(let text):
            EventDescription(
                .pictureSlateIncomplete, .warning, text, remedy: "choose another --slate, or install what the message names", isRemedyInText: true)
        case .audioAlone(let awaited):
            EventDescription(
                .pictureAudioAlone, .warning, "nothing can be captured \(awaited.text): viewers hear the audio, and get no picture",
                remedy: awaited.remedy, isRemedyInText: !awaited.wantsHelp)
        case .lost:
            EventDescription(
                .pictureLost, .warning, "nothing could be captured for as long as --on-loss allows: the broadcast ends",
                remedy: "give its rungs more time, or leave out stop", isRemedyInText: false)
        case .desktop(let cause, let words, true, let shows):
            EventDescription(.desktopAway, .info, "\(words): viewers get '\(shows)' for that").with("cause", .text(cause)).with("shows", .text(shows))
        case .desktop(let cause, let words, false, let shows):
            EventDescription(.desktopBack, .info, "no longer so: \(words)").with("cause", .text(cause)).with("shows", .text(shows))
        case .clipPreparing(let path):
            EventDescription(.pictureClipPreparing, .info, "the clip '\(path)' is being prepared").with("file", .text(path))
        case .clipReady(let path):
            EventDescription(.pictureClipReady, .info, "the clip '\(path)' is ready: viewers see it while nothing can be captured")
                .with("file", .text(path))
        case .clipFailed(let text):
            EventDescription(
                .pictureClipFailed, .warning, "the clip is not used: \(text)",
                remedy: "give another file, or another part of it; what viewers saw before stays",
                isRemedyInText: true)
        case .clipNotKept(let path, let why):
            EventDescription(
                .pictureClipNotKept, .warning, "the clip '\(path)' is used, and not kept on the disk: \(why)",
                remedy: "make room below $XDG_CACHE_HOME/splitcast, else the next broadcast prepares it again", isRemedyInText: false
            ).with("file", .text(path))
        case .clipRefused(let why):
            EventDescription(
                .pictureClipRefused, .warning, "viewers see the slate instead of the clip: it cannot be joined to the stream, \(why)",
                remedy: "start with another --encoder", isRemedyInText: false)
        case .layerUnseen(let source, let why, let remedy):
            EventDescription(
                .pictureLayerUnseen, .warning, "nothing is seen of the source '\(source)', whose layer is \(why)",
                remedy: "'splitcast layer set \(source)': \(remedy)", isRemedyInText: false
            ).with("source", .text(source))
        case .layerSeen(let source):
            EventDescription(.pictureLayerSeen, .info, "the source '\(source)' is seen again").with("source", .text(source))
        }
    }
}
