/// What a request is called for, which fields it has, and what it is answered with. The decoder reads no other fields, and the OpenAPI
/// document is made from the same.
struct RequestShape {
    typealias Key = ControlRequest.CodingKeys

    var summary: String
    var needed: [Key] = []
    /// Of these exactly one.
    var choice: [Key] = []
    var optional: [Key] = []
    var answer: [ControlReply.CodingKeys] = []

    /// - Parameters:
    ///   - needed: fields that it is not carried out without.
    ///   - choice: fields of which it has exactly one.
    init(
        _ summary: String, _ needed: [Key] = [], choice: [Key] = [], optional: [Key] = [], answer: ControlReply.CodingKeys...
    ) {
        (self.summary, self.needed, self.choice, self.optional, self.answer) = (summary, needed, choice, optional, answer)
    }

    var fields: [Key] { needed + choice + optional }
    func has(_ key: Key) -> Bool { needed.contains(key) || choice.contains(key) || optional.contains(key) }
}

extension ControlRequest.Word {
    /// What Shared/CONTROL.md says in words.
    var shape: RequestShape { Self.shapes[self]! }  // each has its own: a test asks for all

    private static let shapes = Dictionary(uniqueKeysWithValues: allCases.map { ($0, $0.written) })

    private var written: RequestShape {
        switch self {
        case .status: .init("Everything about the broadcast", answer: .status)
        case .stop: .init("Ends the broadcast")
        case .restart: .init("Makes a part of the broadcast anew", [.part], answer: .restart)
        case .reload: .init("Reads the configuration file again", answer: .reload)
        case .events: .init("What happened", optional: [.since], answer: .events)
        case .message: .init("Sends viewers a message", [.text], optional: [.repeats, .delayMilliseconds, .keyframesOnly], answer: .message)
        case .mark: .init("A chapter in every recording", optional: [.name], answer: .chapter)
        case .saveReplay: .init("Saves the replay into a file", [.file], optional: [.seconds], answer: .replay)
        case .snapshot:
            .init("Saves a picture of what viewers see", choice: [.file, .folder], optional: [.format, .source], answer: .snapshot)
        case .folders: .init("Where the host's user keeps recordings and pictures", answer: .folders)
        case .capturable: .init("What could be captured on the host's machine", answer: .capturable)
        case .preview: .init("Memory that shows what viewers see", answer: .preview)
        case .trace: .init("Where the milliseconds of one picture went", answer: .trace)
        case .bitRate: .init("Between which bit rates the picture moves", [.bitsPerSecond], optional: [.least], answer: .rate)
        case .encoding: .init("Changes an encoding at work", [.encoding], optional: [.bitsPerSecond, .crf, .preset, .fps, .size])
        case .picture: .init("Size and frame rate of the whole stream", optional: [.size, .fps])
        case .layer: .init("Changes where a source is shown", [.source, .set], optional: [.transition], answer: .sources)
        case .layout: .init("Shows the sources in a layout", [.layout], optional: [.transition], answer: .sources)
        case .zoom: .init("Shows a part of a source", [.factor], optional: [.follow, .source], answer: .sources)
        case .camera: .init("Sets what a source's camera does", [.source, .set], answer: .sources)
        case .overlays: .init("The overlays", answer: .overlays)
        case .addOverlay:
            .init(
                "Lays a picture or a text over the canvas", choice: [.file, .text],
                optional: [.corner, .x, .y, .width, .letterHeight, .colour, .opacity],
                answer: .overlays)
        case .removeOverlay: .init("Takes an overlay away", [.id], answer: .overlays)
        case .filters: .init("The filters", answer: .filters)
        case .addFilter: .init("Has the picture of a source pass a filter", [.source, .set], answer: .filters)
        case .setFilter: .init("Changes a filter", [.id, .set], answer: .filters)
        case .removeFilter: .init("Takes a filter away", [.id], answer: .filters)
        case .background:
            .init("What viewers see while nothing can be captured", choice: [.file, .colour, .clip], optional: [.text, .from, .to, .trim])
        case .clearBackground: .init("The background that the broadcast was started with")
        case .saveScene: .init("Keeps how the broadcast looks and sounds", [.name], optional: [.folder], answer: .scene)
        case .showScene: .init("Shows a scene", [.name], optional: [.folder, .transition], answer: .scene)
        case .scenes: .init("The scenes that were kept", optional: [.folder], answer: .scenes)
        case .removeScene: .init("Removes a scene", [.name], optional: [.folder], answer: .scenes)
        case .addSource: .init("Adds a source", [.source], optional: [.backend, .arguments, .set], answer: .sources, .operation)
        case .removeSource: .init("Removes a source", [.source], answer: .sources)
        case .targets, .addTarget, .removeTarget, .pauseTarget, .resumeTarget, .moveTarget, .reconnect: ofTargets
        case .agents, .swap, .switchTo, .startAgent, .stopAgent, .detach, .attach, .pause, .resume, .operation: ofAgents
        case .audio, .addAudio, .removeAudio, .gain, .mute, .unmute, .alwaysOn, .channels, .processing, .offset, .duck, .monitor, .monitorOff,
            .playMusic, .pauseMusic, .resumeMusic, .stopMusic, .loopMusic:
            ofAudio
        }
    }

    private var ofTargets: RequestShape {
        switch self {
        case .addTarget: .init("Adds a target", choice: [.url, .service], optional: [.key], answer: .targets)
        case .removeTarget: .init("Ends a target", [.id], answer: .targets)
        case .pauseTarget: .init("Pauses a target", [.id], answer: .targets)
        case .resumeTarget: .init("Lets a paused target go on", [.id], answer: .targets)
        case .moveTarget: .init("Gives a target another encoding", [.id, .encoding], answer: .targets)
        case .reconnect: .init("Connects a target anew, or every one", optional: [.id], answer: .targets)
        default: .init("The targets", answer: .targets)
        }
    }

    private var ofAgents: RequestShape {
        switch self {
        case .swap: .init("Puts another agent in the place of the live one", [.backend], optional: [.arguments, .source], answer: .operation)
        case .switchTo: .init("Switches to a standby", [.agent], answer: .operation)
        case .startAgent: .init("Starts an agent where none is live", optional: [.backend, .arguments, .source], answer: .operation)
        case .stopAgent: .init("Stops an agent", optional: [.agent], answer: .operation)
        case .detach: .init("Lets the agent of a source wait", [.source], answer: .operation)
        case .attach: .init("Lets an agent that waits capture for a source", [.source], optional: [.agent], answer: .operation)
        case .pause: .init("Pauses the broadcast, or an agent", optional: [.agent], answer: .operation)
        case .resume: .init("Lets the broadcast, or an agent, go on", optional: [.agent], answer: .operation)
        case .operation: .init("How far an operation is", [.id], answer: .operation)
        default: .init("Who is attached, and who was", answer: .agents, .departed)
        }
    }

    private var ofAudio: RequestShape {
        switch self {
        case .addAudio:
            .init(
                "Adds a microphone or the desktop's audio to the mix", choice: [.microphone, .desktop],
                optional: [.gain, .channels, .processing, .milliseconds], answer: .audio)
        case .removeAudio: .init("Takes a source out of the mix", [.source], answer: .audio)
        case .gain: .init("How loud a source is", [.source, .gain], answer: .audio)
        case .mute: .init("Mutes a source", optional: [.source], answer: .audio)
        case .unmute: .init("Unmutes a source", optional: [.source], answer: .audio)
        case .alwaysOn: .init("Whether a source stays open while it is muted", [.source, .on], answer: .audio)
        case .channels: .init("What of a source's channels is heard where", [.source, .channels], answer: .audio)
        case .processing: .init("What is done to a microphone", optional: [.source, .processing], answer: .audio)
        case .offset: .init("How much later a source is heard", [.source, .milliseconds], answer: .audio)
        case .duck: .init("Lowers music and desktop under speech", optional: [.decibels], answer: .audio)
        case .monitor: .init("Lets you hear yourself", optional: [.sink], answer: .audio)
        case .monitorOff: .init("Ends that", answer: .audio)
        case .playMusic: .init("Plays music", [.url], optional: [.loop], answer: .audio)
        case .pauseMusic: .init("Pauses the music", answer: .audio)
        case .resumeMusic: .init("Lets the music go on", answer: .audio)
        case .stopMusic: .init("Stops the music", answer: .audio)
        case .loopMusic: .init("Whether the music begins again at its end", [.on], answer: .audio)
        default: .init("All about the audio", answer: .audio)
        }
    }
}
