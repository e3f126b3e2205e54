import ArgumentParser
import Frames
import Glibc
import Session

/// What `live` captures, and how its agent is told.
struct CaptureOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "x11, pipewire (what the desktop's portal shares), wlr (a compositor that lets its screens be copied), media (a camera, a video or a "
                + "stream), pattern (a test card), or none: wait for agents, as 'splitcast host' does (default: what suits this session).",
            valueName: "WORD"))
    var capture: String?

    @Option(help: ArgumentHelp("The display: X's :N (default: $DISPLAY), or with --capture wlr Wayland's.", valueName: ":N"))
    var display: String?

    @Option(
        defaultAsFlag: "", parsing: .next,
        help: ArgumentHelp(
            "With NAME: one monitor, as 'splitcast sources' names them (x11, wlr). Alone: a screen, and the desktop's dialog asks which (pipewire).",
            valueName: "NAME"))
    var screen: String?

    @Option(help: ArgumentHelp("A part of the display (x11, wlr), or of the picture (pipewire).", valueName: "WxH+X+Y"))
    var region: String?

    @Option(help: ArgumentHelp("With --capture pipewire: an existing node on PipeWire, such as a camera, instead of the portal.", valueName: "ID"))
    var node: String?

    @Option(help: ArgumentHelp("With --capture media: a camera, as 'splitcast sources' lists them.", valueName: "PATH"))
    var device: String?

    @Option(help: ArgumentHelp("With --capture media: a video, which plays once in its own time, or a still.", valueName: "PATH"))
    var file: String?

    @Flag(help: "Play --file again and again.")
    var loop = false

    @Option(
        help: ArgumentHelp(
            "With --capture media: a stream (http(s), rtmp(s), rtsp, srt, udp). @FILE reads the address from a file, @- from standard input, so "
                + "that 'ps' shows no password.", valueName: "ADDRESS|@FILE"))
    var url: String?

    @Option(
        help: ArgumentHelp(
            "How the screen must be turned to stand upright: auto, up, right, down, left, each also -mirrored (default: auto).", valueName: "WORD"))
    var orientation: String?

    @Option(help: ArgumentHelp("The test card's size (default: --size or 1280x720).", valueName: "WxH"))
    var patternSize: String?

    private enum Backend: String { case x11, pipewire, wlr, media, pattern, none }

    /// `--screen` without a name.
    var isAnyScreen: Bool { screen == "" }
    private var screenName: String? { isAnyScreen ? nil : screen }

    /// - Parameters:
    ///   - canvas: the stream's size, if the user named one.
    ///   - cast: what else was said of a Wayland desktop.
    func chosen(canvas: PixelSize?, cast: CastOptions) throws(CommandFailure) -> CapturePlan {
        let backends: [(String, Backend)] = [
            ("x11", .x11), ("pipewire", .pipewire), ("wlr", .wlr), ("media", .media), ("pattern", .pattern), ("none", .none),
        ]
        let given = try capture.map { word throws(CommandFailure) in try OptionText.word("--capture", word, backends) }
        _ = try regionText()
        if given == nil, let name = cast.windowName, !isDisplayOfX, DesktopFacts.isWaylandSession { throw Self.asksWhich("--window", name) }
        guard let backend = given ?? implied(cast) else { return .automatic(try request(cast)) }
        try refuseUseless(backend, cast)
        switch backend {
        case .x11: return .settled(.agent(backend: "x11", arguments: try screenArguments(cast) + turn()))
        case .pipewire: return .settled(.agent(backend: "pipewire", arguments: try (node.map { ["--node", $0] } ?? []) + part() + turn()))
        case .wlr: return .settled(.agent(backend: "wlr", arguments: try copyArguments(cast) + turn()))
        case .media: return .settled(.agent(backend: "media", arguments: try media.arguments() + turn()))
        case .pattern: return .settled(.agent(backend: "pattern", arguments: try cardArguments(canvas) + turn()))
        case .none: return .settled(.none)
        }
    }

    /// Which backend the session says, and why, where the user said nothing.
    func description(of capture: SessionConfiguration.Capture) -> String? {
        guard self.capture == nil, display == nil, case .agent("x11", _) = capture, let display = DesktopFacts.variable("DISPLAY") else { return nil }
        return "capture: x11, since this is an X session (DISPLAY is \(display))"
    }

    /// What the session or another option says already; `nil` where the desktop has to be looked at.
    private func implied(_ cast: CastOptions) -> Backend? {
        if node != nil || cast.isAnyWindow || cast.virtual { return .pipewire }
        if !media.given.isEmpty { return .media }
        if display != nil { return isDisplayOfX ? .x11 : .wlr }
        return DesktopFacts.isWaylandSession ? nil : .x11
    }

    /// `--display`, unless it is a Wayland compositor's.
    var displayOfX: String? { isDisplayOfX ? display : nil }
    private var isDisplayOfX: Bool { display.map { !$0.hasPrefix("wayland-") && !$0.hasPrefix("/") } ?? false }

    private static func asksWhich(_ option: String, _ name: String) -> CommandFailure {
        CommandFailure(
            .usage,
            "\(option) \(name): the desktop's dialog asks which \(option.dropFirst(2)); give \(option) alone, or "
                + (option == "--window" ? "--capture x11" : "--capture wlr") + " where 'splitcast sources' names it")
    }

    private func refuseUseless(_ backend: Backend, _ cast: CastOptions) throws(CommandFailure) {
        try refuse([("--display", display)], unless: backend == .x11 || backend == .wlr, "--capture x11 or wlr")
        try refuse([("--region", region)], unless: [.x11, .wlr, .pipewire].contains(backend), "--capture x11, wlr or pipewire")
        try refuse([("--node", node)], unless: backend == .pipewire, "--capture pipewire")
        try refuse(media.given.map { ($0, $0) }, unless: backend == .media, "--capture media")
        try refuse([("--pattern-size", patternSize)], unless: backend == .pattern, "--capture pattern")
        try refuse([("--orientation", orientation)], unless: backend != .none, "an agent to tell; give it to the agent that you start")
        try refuse([("--screen", screen)], unless: ![.media, .pattern, .none].contains(backend), "--capture x11, wlr or pipewire")
        if backend == .pipewire, let screenName { throw Self.asksWhich("--screen", screenName) }
        if backend == .pipewire, let name = cast.windowName { throw Self.asksWhich("--window", name) }
        if backend == .none, let name = cast.windowName {
            throw CommandFailure(.usage, "--window \(name) needs an agent to tell; give it to the agent that you start")
        }
        if backend == .wlr || backend == .x11, isAnyScreen {
            throw CommandFailure(.usage, "--screen needs a NAME with --capture \(backend.rawValue): 'splitcast sources' lists them")
        }
        if backend == .x11 {
            if cast.isAnyWindow { throw CommandFailure(.usage, "--window needs a NAME with --capture x11: 'splitcast sources' lists them") }
            if let name = cast.windowName, let other = screenName.map({ "--screen \($0)" }) ?? region.map({ "--region \($0)" }) {
                throw CommandFailure(.usage, "--window \(name) and \(other) exclude each other: give one window or a part of the display")
            }
            if cast.cursor != nil, try cast.pointer() == .embedded {
                throw CommandFailure(
                    .usage, "--cursor embedded: an X server does not draw the pointer into the picture; give metadata or hidden")
            }
        }
        if screenName != nil, region != nil, backend == .x11 {
            throw CommandFailure(.usage, "--screen and --region exclude each other: a region counts from the display's corner")
        }
        guard backend != .pipewire, backend != .none, let useless = cast.given.first(where: { !Self.known($0, backend) })
        else {
            if node != nil, let useless = cast.given.first {
                throw CommandFailure(.usage, "\(useless) is for the portal, and --node does without it")
            }
            return
        }
        throw CommandFailure(
            .usage, "\(useless) needs --capture pipewire\(useless == "--cursor" ? ", wlr or x11" : useless == "--window" ? " or x11" : "")")
    }

    /// What is not for a portal alone.
    private static func known(_ option: String, _ backend: Backend) -> Bool {
        option == "--cursor" && (backend == .wlr || backend == .x11) || option == "--window" && backend == .x11
    }

    private func request(_ cast: CastOptions) throws(CommandFailure) -> CaptureRequest {
        try refuse([("--pattern-size", patternSize)], unless: false, "--capture pattern")
        return CaptureRequest(
            screen: screenName, region: try regionText(), cursor: try cast.pointer(), needsPortal: isAnyScreen || cast.restore != nil,
            sources: try cast.choice(isScreenWanted: isAnyScreen).sources, turn: try turn())
    }

    /// As agents take it, whichever way it was written.
    private func regionText() throws(CommandFailure) -> String? {
        guard let region else { return nil }
        return try OptionText.region("--region", region)
    }

    private func part() throws(CommandFailure) -> [String] { try regionText().map { ["--region", $0] } ?? [] }

    private func screenArguments(_ cast: CastOptions) throws(CommandFailure) -> [String] {
        if display == nil, (getenv("DISPLAY")?.pointee ?? 0) == 0 {
            throw CommandFailure(
                .nothingToCapture,
                "no desktop found, neither DISPLAY nor WAYLAND_DISPLAY is set: give --display :0, or --capture pattern for a test card")
        }
        return [
            ("--display", display), ("--screen", screenName), ("--region", try regionText()), ("--window", cast.windowName),
            ("--cursor", try cast.pointer()?.word),
        ].flatMap { name, value in
            value.map { [name, $0] } ?? []
        }
    }

    /// What is no screen.
    var media: MediaRequest { MediaRequest(device: device, file: file, isLooping: loop, url: url) }

    private func copyArguments(_ cast: CastOptions) throws(CommandFailure) -> [String] {
        try CaptureRequest(screen: screenName, region: try regionText(), cursor: try cast.pointer()).copyArguments(display: display)
    }

    private func cardArguments(_ canvas: PixelSize?) throws(CommandFailure) -> [String] {
        if let patternSize { return ["--size", "\(try OptionText.cardSize("--pattern-size", patternSize))"] }
        let smallest = OptionText.smallestCard
        guard let canvas, canvas.width >= smallest.width, canvas.height >= smallest.height else { return [] }
        return ["--size", "\(canvas)"]
    }

    private func turn() throws(CommandFailure) -> [String] {
        guard let orientation else { return [] }
        let words = ["auto"] + Orientation.allCases.map(\.word)
        return ["--orientation", try OptionText.word("--orientation", orientation, words.map { ($0, $0) })]
    }

    private func refuse(_ options: [(String, String?)], unless isUseful: Bool, _ needed: String) throws(CommandFailure) {
        guard !isUseful, let given = options.first(where: { $0.1 != nil }) else { return }
        throw CommandFailure(.usage, "\(given.0) needs \(needed)")
    }
}
