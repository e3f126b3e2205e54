import Codec
import Control
import Delivery
import Picture
import Session

/// What the options of `live` and `host` come to.
struct BroadcastPlan: Sendable {
    var configuration = SessionConfiguration()
    /// What to look for on the desktop, where the options leave the backend open: then `configuration` has none yet.
    var captureRequest: CaptureRequest?
    /// Which backend was chosen and why; `nil` where the user said it, or it is not chosen yet.
    var captureDescription: String?
    /// To begin with; read when the broadcast is about to start.
    var scene: SceneName?
    /// `nil` when the page is off.
    var page: PageAddress?
    var isPageOpen = false
    /// Where programs that control OBS find it, and the password, `nil` for none; `nil` when it is off.
    var obs: (address: PageAddress, password: String?)?

    /// - Throws: `CommandFailure` naming the first option that is wrong, and its right form.
    init(
        capture: CaptureOptions?, cast: CastOptions, agents: AgentOptions, layers: LayerOptions, targets: TargetOptions, recording: RecordingOptions,
        picture: PictureOptions,
        rate: RateOptions, audio: AudioOptions,
        coding: CodingOptions, events: EventOptions, run: RunOptions
    ) throws(CommandFailure) {
        configuration.group = try run.group.name()
        try UselessOptions.refuse(coding, capture: capture, cast: cast, agents: agents, picture: picture, rate: rate, audio: audio)
        var cast = cast
        if let source = try cast.takeWindowSource(display: capture?.displayOfX) { configuration.sources.append(source) }
        try coding.apply(to: &configuration)
        try apply(picture)
        try rate.apply(to: &configuration)
        try audio.apply(to: &configuration)
        try apply(targets, hasReplay: recording.replay != nil)
        try targets.ladder.apply(to: &configuration, hasPage: page != nil)
        try recording.apply(to: &configuration)
        try agents.apply(to: &configuration)
        try events.apply(to: &configuration, isLive: capture != nil)
        if coding.audioOnly, let useless = layers.given.first {
            throw CommandFailure(.usage, "\(useless) says something about the picture, and --audio-only sends none: leave out one of them")
        }
        try layers.apply(to: &configuration)
        scene = try layers.chosenScene()
        if let text = run.duration {
            configuration.duration = try OptionText.duration("--duration", text, .milliseconds(100) ... .seconds(8_784 * 3600))
        }
        if capture == nil, let name = cast.windowName {
            throw CommandFailure(.usage, "--window \(name): a host captures nothing itself; give --window alone, for the desktop's portal")
        }
        configuration.cast = try cast.choice(isScreenWanted: capture?.isAnyScreen == true)
        guard !coding.audioOnly, let capture else { return }
        switch try capture.chosen(canvas: configuration.canvasSize, cast: cast) {
        case .settled(let settled):
            (configuration.capture, captureDescription) = (settled, capture.description(of: settled))
        case .automatic(let request): captureRequest = request
        }
    }

    /// The targets as people may see them, each with its encoding where that is not the main one.
    var shownTargets: [String] {
        configuration.targets.compactMap { text in
            let reference = EncodingReference(text)
            guard let url = try? TargetURL(parsing: reference.address) else { return nil }  // `init` has parsed it already
            if reference.encoding == EncodingChoice.main, url.isPlaylist, let ladder = configuration.ladder {
                return "\(url.masked) (ladder \(ladder.rungs.map(\.name).joined(separator: ", ")))"
            }
            return url.masked + (reference.encoding == EncodingChoice.main ? "" : " (encoding \(reference.encoding))")
        }
    }

    /// The names of encodings that are described and that no target gets at the start.
    var unusedEncodings: [String] {
        let used = Set(
            configuration.targets.map { EncodingReference($0).encoding } + (configuration.ladder?.rungs.map(\.encoding.name) ?? []))
        return configuration.encodings.map(\.name).filter { !used.contains($0) }
    }

    private mutating func apply(_ picture: PictureOptions) throws(CommandFailure) {
        if let text = picture.size { configuration.canvasSize = try OptionText.size("--size", text) }
        if let text = picture.aspect {
            configuration.aspect = try OptionText.word("--aspect", text, AspectMode.allCases.map { ($0.word, $0) })
        }
        if let text = picture.framesPerSecond { configuration.framesPerSecond = try OptionText.frameRate("--fps", text) }
        if let text = picture.cadence {
            configuration.isCadenceConstant = try OptionText.word("--cadence", text, [("damage", false), ("constant", true)])
        }
        if let text = picture.encoder, text != "auto" {
            do throws(CodecError) { configuration.encoder = try EncoderName(text) } catch { throw OptionText.wrong("--encoder", text, error.message) }
        }
        if let path = picture.encoderDevice {
            guard configuration.encoder.isHardware else {
                let name = configuration.encoder.text
                throw OptionText.wrong("--encoder-device", path, "\(name) uses no device: give a hardware --encoder, such as h264_vaapi")
            }
            configuration.encoderDevice = path
        }
        if let text = picture.preset { configuration.preset = try OptionText.word("--preset", text, VideoSettings.presets.map { ($0, $0) }) }
        if let text = picture.effort { configuration.mayLowerEffort = try OptionText.word("--effort", text, [("auto", true), ("fixed", false)]) }
        if let text = picture.nice { configuration.encoderNiceness = try OptionText.number("--nice", text, -20...19, 10) }
        if let text = picture.profile {
            configuration.profile = try OptionText.word("--profile", text, VideoSettings.Profile.allCases.map { ($0.rawValue, $0.rawValue) })
        }
        for text in picture.encodings {
            let choice = try EncodingText.choice(text)
            guard !configuration.encodings.contains(where: { $0.name == choice.name }) else {
                throw CommandFailure(.usage, "--encoding \(choice.name) is given twice: one name, one encoding")
            }
            configuration.encodings.append(choice)
        }
        if let text = picture.keyframeInterval {
            configuration.keyframeInterval = try OptionText.duration("--keyframe-interval", text, .milliseconds(100) ... .seconds(60))
        }
    }

    private mutating func apply(_ targets: TargetOptions, hasReplay: Bool) throws(CommandFailure) {
        for name in targets.recordings where name.contains("://") || name.hasPrefix("@") {
            throw OptionText.wrong("--record", name, "give a file name; addresses go to --to")
        }
        configuration.targets = try TargetText.expand(targets.targets, of: "--to") + targets.services.addresses() + targets.recordings
        // Before a desktop is looked for: a mistake in an address is the user's first concern.
        for text in configuration.targets {
            do throws(DeliveryError) {
                let reference = try EncodingReference(parsing: text, configuration)
                _ = try TargetURL(parsing: reference.address)
            } catch { throw CommandFailure(.usage, error.message) }
        }
        configuration.overwrites = targets.overwrites
        try applyReconnect(targets)
        try targets.certificates.apply(to: &configuration)
        configuration.s3 = try S3Text.credentials(targets.s3)
        if let command = targets.addressHook {
            guard command.contains(where: { !$0.isWhitespace }) else {
                throw CommandFailure(.usage, "--url-hook is empty: give a command that prints an address")
            }
            configuration.addressHook = AddressHook(command)
        }
        switch targets.page {
        case nil: page = .standard
        case "off": page = nil
        case let text?: do throws(ControlError) { page = try PageAddress(text) } catch { throw CommandFailure(error) }
        }
        obs = try targets.obs.choice()
        isPageOpen = targets.isPageOpen
        if isPageOpen, page == nil {
            throw CommandFailure(.usage, "--http-open has no page to open: leave it out, or give --http an address instead of off")
        }
        if page == nil, configuration.targets.isEmpty, !hasReplay {
            throw CommandFailure(.usage, "the stream goes nowhere: give --to URL, --record FILE, --replay TIME, or a page with --http")
        }
    }

    private mutating func applyReconnect(_ targets: TargetOptions) throws(CommandFailure) {
        if targets.reconnect != nil, targets.reconnectInterval != nil {
            throw CommandFailure(.usage, "--reconnect and --reconnect-interval say the same thing: leave out one of them")
        }
        if let text = targets.reconnect {
            do throws(DeliveryError) { configuration.reconnect = try ReconnectPolicy(parsing: text) } catch {
                throw CommandFailure(.usage, error.message)
            }
        }
        if let text = targets.reconnectInterval {
            let wait = try OptionText.duration("--reconnect-interval", text, .milliseconds(100) ... .seconds(3600))
            configuration.reconnect = ReconnectPolicy(.fixed(wait))
        }
        if let text = targets.reconnectMost { configuration.reconnect.limit = try OptionText.number("--reconnect-max", text, 1...1_000_000, 5) }
        configuration.takesOver = targets.takesOver
    }
}
