import ArgumentParser
import Session

struct OverlayAddCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Lay a picture or a text over the canvas, from the next picture on.",
        discussion: """
            Places and sizes are shares of the canvas, so that they are the same at every size: at 960x540 \
            '--at 0.1,0.1' is 96,54. Pictures are PNG, APNG, GIF, JPEG, BMP or WebP without animation; animated ones go on at \
            their own rate. A text may have {time}, {date}, {clock:%H:%M:%S}, {uptime} and {group} in it; {{ is a brace. \
            The slate covers overlays.

            EXAMPLES:
              splitcast overlay add logo.png --at 0.1,0.1 --width 0.3
              splitcast overlay add --text "{time} {group}" --at 0.02,0.92
              splitcast overlay add logo.png --corner bottom-right --at 0.02,0.02
              splitcast overlay list
              splitcast overlay remove 2
            """)

    @Argument(help: ArgumentHelp("A picture's file.", valueName: "FILE"))
    var file: String?

    @Option(help: ArgumentHelp("A text instead.", valueName: "TEXT"))
    var text: String?

    @Option(
        help: ArgumentHelp("Its left upper corner, in shares of the canvas's width and height, each 0 to below 1 (default: 0,0).", valueName: "X,Y"))
    var at: String?

    @Option(
        help: ArgumentHelp(
            "The corner of the canvas that --at counts from, where this corner of it lies: \(OverlayChoice.Corner.form) (default: top-left).",
            valueName: "CORNER"))
    var corner: String?

    @Option(help: ArgumentHelp("A picture's width, a share of the canvas's, above 0, to 1 (default: its own pixels).", valueName: "SHARE"))
    var width: String?

    @Option(help: ArgumentHelp("How high a text's letters are, a share of the canvas's height, 0.01 to 0.5 (default: 0.05).", valueName: "SHARE"))
    var size: String?

    @Option(help: ArgumentHelp("A text's colour (default: '#ffffff').", valueName: "COLOR"))
    var color: String?

    @Option(help: ArgumentHelp("0 (cannot be seen) to 1 (default: 1).", valueName: "SHARE"))
    var opacity: String?

    @OptionGroup var request: OverlayRun

    func run() throws { try request.carryOut(.add(try choice())) }

    func choice() throws(CommandFailure) -> OverlayChoice {
        try OverlaySettings(at: at, corner: corner, width: width, size: size, color: color, opacity: opacity).choice(try content())
    }

    private func content() throws(CommandFailure) -> OverlayChoice.Content {
        switch (file, text) {
        case (let file?, nil): return .picture(AbsolutePath.of(plain: file))
        case (nil, let text?): return .text(text)
        case (nil, nil): throw CommandFailure(.usage, "add what? Give a picture's file, or --text TEXT")
        case (_?, _?): throw CommandFailure(.usage, "a picture and --text exclude each other: add one after the other")
        }
    }
}
