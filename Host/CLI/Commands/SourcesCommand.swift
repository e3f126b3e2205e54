import ArgumentParser

struct SourcesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sources", abstract: "List the screens, microphones and desktop sounds that could be used.")

    @Flag(help: "Print JSON: {\"screens\":[…],\"microphones\":[…],\"sinks\":[…],\"applications\":[…]}.")
    var json = false

    func run() throws {
        let sources = Sources.list()
        for problem in sources.problems { Console.standard.complain(problem) }
        guard sources.screens != nil || sources.microphones != nil else {
            throw CommandFailure(.nothingToCapture, "neither screens nor microphones can be listed")
        }
        print(json ? JSONText.of(sources, isPretty: true) : sources.table)
    }
}
