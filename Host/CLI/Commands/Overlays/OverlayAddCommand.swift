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
        var choice = OverlayChoice(try content())
        if let at {
            let parts = at.split(separator: ",", omittingEmptySubsequences: false)
            guard parts.count == 2 else { throw OptionText.wrong("--at", at, "give two shares of the canvas, such as 0.1,0.1") }
            (choice.x, choice.y) = (try share("--at", String(parts[0])), try share("--at", String(parts[1])))
        }
        if let width { choice.width = try share("--width", width) }
        if let size { choice.letterHeight = try share("--size", size) }
        if let color { choice.colour = try OptionText.colour("--color", color) }
        if let opacity { choice.opacity = try share("--opacity", opacity) }
        if let problem = choice.problem { throw CommandFailure(.usage, problem) }
        return choice
    }

    private func content() throws(CommandFailure) -> OverlayChoice.Content {
        switch (file, text) {
        case (let file?, nil):
            if let option = size != nil ? "--size" : color != nil ? "--color" : nil {
                throw CommandFailure(.usage, "\(option) is for a text: a picture takes --width")
            }
            return .picture(AbsolutePath.of(plain: file))
        case (nil, let text?):
            guard width == nil else { throw CommandFailure(.usage, "--width is for a picture: a text takes --size") }
            return .text(text)
        case (nil, nil): throw CommandFailure(.usage, "add what? Give a picture's file, or --text TEXT")
        case (_?, _?): throw CommandFailure(.usage, "a picture and --text exclude each other: add one after the other")
        }
    }

    private func share(_ option: String, _ text: String) throws(CommandFailure) -> Double {
        let text = NegativeValues.plain(text)
        let isPlain = text.allSatisfy { $0.isASCII && ($0.isNumber || $0 == "." || $0 == "-") }
        guard isPlain, let number = Double(text) else { throw OptionText.wrong(option, text, "give a share of the canvas, such as 0.1") }
        return number
    }
}
