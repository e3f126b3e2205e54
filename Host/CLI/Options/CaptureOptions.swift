import AppGroup
import ArgumentParser
import Glibc
import Session

/// What `live` captures, and how its agent is told.
struct CaptureOptions: ParsableArguments {
    @Option(help: ArgumentHelp("x11, pattern (a test card), or none: wait for agents, as 'splitcast host' does (default: x11).", valueName: "WORD"))
    var capture: String?

    @Option(help: ArgumentHelp("The X display (default: $DISPLAY).", valueName: ":N"))
    var display: String?

    @Option(help: ArgumentHelp("One monitor of it, as 'splitcast sources' names them (default: all).", valueName: "NAME"))
    var screen: String?

    @Option(help: ArgumentHelp("A part of the display.", valueName: "WxH+X+Y"))
    var region: String?

    @Option(
        help: ArgumentHelp(
            "How the screen must be turned to stand upright: auto, up, right, down, left, each also -mirrored (default: auto).", valueName: "WORD"))
    var orientation: String?

    @Option(help: ArgumentHelp("The test card's size (default: --size, else 1280x720).", valueName: "WxH"))
    var patternSize: String?

    private enum Backend { case x11, pattern, none }

    /// - Parameter canvas: the stream's size, if the user named one.
    func chosen(canvas: PixelSize?) throws(CommandFailure) -> SessionConfiguration.Capture {
        let backends: [(String, Backend)] = [("x11", .x11), ("pattern", .pattern), ("none", .none)]
        let backend = try OptionText.word("--capture", capture ?? "x11", backends)
        try refuse([("--display", display), ("--screen", screen), ("--region", region)], unless: backend == .x11, "--capture x11")
        try refuse([("--pattern-size", patternSize)], unless: backend == .pattern, "--capture pattern")
        try refuse([("--orientation", orientation)], unless: backend != .none, "an agent to tell; give it to the agent that you start")
        switch backend {
        case .x11: return .agent(backend: "x11", arguments: try screenArguments() + turn())
        case .pattern: return .agent(backend: "pattern", arguments: try cardArguments(canvas) + turn())
        case .none: return .none
        }
    }

    private func screenArguments() throws(CommandFailure) -> [String] {
        if display == nil, (getenv("DISPLAY")?.pointee ?? 0) == 0 {
            throw CommandFailure(
                .nothingToCapture, "no desktop found, DISPLAY is not set: give --display :0, or --capture pattern for a test card")
        }
        if screen != nil, region != nil {
            throw CommandFailure(.usage, "--screen and --region exclude each other: a region counts from the display's corner")
        }
        if let region { _ = try OptionText.region("--region", region) }
        return [("--display", display), ("--screen", screen), ("--region", region)].flatMap { name, value in value.map { [name, $0] } ?? [] }
    }

    private func cardArguments(_ canvas: PixelSize?) throws(CommandFailure) -> [String] {
        let smallest = PixelSize(width: 320, height: 180)
        if let patternSize {
            let size = try OptionText.size("--pattern-size", patternSize)
            guard size.width >= smallest.width, size.height >= smallest.height else {
                throw OptionText.wrong("--pattern-size", patternSize, "the test card needs \(smallest) or more")
            }
            return ["--size", "\(size)"]
        }
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
