import ArgumentParser

struct HLSListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "Show the talks that were fetched.")

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
        let listing = TalkListing(try TalkChoice.library())
        print(json ? JSONText.of(listing, isPretty: true) + "\n" : listing.text, terminator: "")
    }
}
