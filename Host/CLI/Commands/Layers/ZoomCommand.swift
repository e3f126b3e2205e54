import AppGroup
import ArgumentParser
import Control
import Session

struct ZoomCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "zoom", abstract: "Show a part of a source close up, from the next picture on.",
        discussion: """
            The picture goes smoothly to the part that is meant, and follows the pointer: while that is in \
            the inner half of what is shown, nothing moves. With --follow window the window that has the focus is in the middle \
            (X11 screens; other agents do not tell it). 'splitcast zoom 1' shows all of it again. \
            What is enlarged is the source's own picture, not what was encoded of it.

            EXAMPLES:
              splitcast zoom 2.0
              splitcast zoom 2.0 --follow window      with the window that has the focus
              splitcast zoom 2.0 --follow off         stay where it is
              splitcast zoom 3 --source cam --group talk
              splitcast zoom 1
            """)

    @Argument(help: ArgumentHelp("1 (all of it) to 16.", valueName: "FACTOR"))
    var factor: String

    @Option(help: ArgumentHelp("What the picture follows: pointer, window or off (default: as before, at first the pointer).", valueName: "WORD"))
    var follow: String?

    @Option(
        name: .customLong("source"), help: ArgumentHelp("Which source, as 'splitcast sources show' lists them (default: screen).", valueName: "NAME"))
    var source: String?

    @OptionGroup var group: GroupOption

    @Flag(help: "Print JSON: the sources, each with its layer.")
    var json = false

    func run() throws { try LayerCommandOptions.carryOut(try request(), in: group, json: json) }

    func request() throws(CommandFailure) -> LayerRequest {
        guard let number = Zoom.factor(word: factor) else { throw CommandFailure(.usage, "'\(factor)' is no zoom: \(Zoom.form)") }
        let name = try source.map { text throws(CommandFailure) in try SourceText.name("--source", text) }
        guard let follow else { return .zoom(name ?? .screen, factor: number, follow: nil) }
        guard let chosen = Zoom.Follow(rawValue: follow) else {
            throw OptionText.wrong("--follow", follow, "give \(Zoom.Follow.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        return .zoom(name ?? .screen, factor: number, follow: chosen)
    }
}
