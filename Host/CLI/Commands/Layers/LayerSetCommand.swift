import ArgumentParser
import Session

struct LayerSetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Change where and how a source is shown, from the next picture on.",
        discussion: """
            What is not said stays. Places count in pixels of the canvas, from its upper left corner or from the edges that are named; crop counts \
            in pixels of the source as it stands upright.

            EXAMPLES:
              splitcast layer set cam 880,320 300x300 aspect=fill z=1
              splitcast layer set cam right-20,bottom-20
              splitcast layer set cam -100,40               partly off the canvas
              splitcast layer set cam bottom-left opacity=0.9 mirror
              splitcast layer set cam crop=100,0,800x600
              splitcast layer set cam hidden                shown, to see it again
              splitcast layer set screen 640x360 center --transition slide
            """)

    @Argument(help: ArgumentHelp("The source, as 'splitcast sources show' lists them.", valueName: "SOURCE"))
    var source: String

    @Argument(
        help: ArgumentHelp(
            "X,Y (also right-20,bottom-20 and corners), WxH, fit, fill or stretch, z=N, opacity=0…1, mirror, mirror=off, crop=X,Y,WxH, crop=off, "
                + "hidden, shown.", valueName: "WORD"))
    var words: [String] = []

    @OptionGroup var layers: LayerCommandOptions

    func run() throws { try layers.carryOut(try request()) }

    func request() throws(CommandFailure) -> LayerRequest {
        guard !words.isEmpty else { throw CommandFailure(.usage, "what of the layer is to change? \(LayerChoice.form)") }
        let name = try SourceText.name("layer set", source)
        let transition = try layers.chosen()
        do throws(SessionError) { return .set(try LayerChoice(name, words: words.map(NegativeValues.plain)), transition) } catch {
            throw CommandFailure(.usage, error.message)
        }
    }
}
