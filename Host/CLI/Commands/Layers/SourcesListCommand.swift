import ArgumentParser

struct SourcesListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the screens, cameras, microphones and desktop audio that could be used.",
        discussion: """
            Under Wayland a program sees no windows, and screens only where the compositor lets them be copied: which of them is \
            shared is asked by the desktop's own dialog.
            """)

    @Flag(help: "Print JSON: {\"screens\", \"portal\", \"nodes\", \"cameras\", \"microphones\", \"sinks\", \"applications\"}.")
    var json = false

    func run() throws {
        let sources = Sources.list()
        for problem in sources.problems { Console.standard.complain(problem) }
        guard sources.screens != nil || sources.portal != nil || sources.microphones != nil else {
            throw CommandFailure(.nothingToCapture, "neither screens nor microphones can be listed")
        }
        print(json ? JSONText.of(sources, isPretty: true) : sources.table)
    }
}
