import AppGroup
import ArgumentParser
import Control
import Session

struct SourcesAddCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Show one more source in a running broadcast; the others go on.",
        discussion: """
            It is written as behind '--source' of 'splitcast live', and shown at its first picture. Where its agent brings none, it is \
            not added, and the reason is told. There are 12 sources at most, the screen among them.

            EXAMPLES:
              splitcast sources add cam=media:/dev/video0
              splitcast sources add cam=media:/dev/video0 --layer cam=bottom-right,300x300
              splitcast sources add 'clip=media --file talk.mkv --loop' --layer clip=hidden
              splitcast sources add phone=none --group talk
            """)

    @Argument(
        help: ArgumentHelp(
            "cam=media:/dev/video0, two=x11::1, card=pattern, phone=none, and what else --source takes.", valueName: "NAME=BACKEND[:WHAT]"))
    var source: String

    @Option(
        name: .customLong("layer"),
        help: ArgumentHelp(
            "Where it is shown, as with 'splitcast live' (default: a quarter as wide and high, in a corner).", valueName: "NAME=WORD,…"))
    var layer: String?

    @OptionGroup var request: SourcesRun

    func run() throws { try request.add(try chosen().choice, try chosen().layer) }

    func chosen() throws(CommandFailure) -> (choice: SourceChoice, layer: LayerChoice?) {
        let choice = Self.absolute(try SourceText.choice(source, of: "sources add"))
        guard let layer else { return (choice, nil) }
        let (name, words) = try SourceText.named("--layer", layer, "give NAME=WORD,…, such as cam=bottom-right,300x300,fill")
        guard name == choice.name else {
            throw OptionText.wrong("--layer", layer, "it is about \(choice.name): 'splitcast layer set' changes others")
        }
        do throws(SessionError) { return (choice, try LayerChoice(name, text: words)) } catch {
            throw OptionText.wrong("--layer", layer, error.message)
        }
    }

    /// The host runs in another directory.
    private static func absolute(_ choice: SourceChoice) -> SourceChoice {
        guard case .agent("media", var arguments) = choice.capture else { return choice }
        for index in arguments.indices.dropFirst() where ["--file", "--device"].contains(arguments[index - 1]) {
            arguments[index] = AbsolutePath.of(plain: arguments[index])
        }
        return SourceChoice(choice.name, .agent(backend: "media", arguments: arguments))
    }
}
