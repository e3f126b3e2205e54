import ArgumentParser

struct FilterListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "Show the filters, and what each takes of a picture's time.")

    @OptionGroup var request: FilterRun

    func run() throws { try request.show { try $0.status().filters } }
}
