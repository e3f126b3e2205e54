import AppGroup
import ArgumentParser
import Filters
import Session

/// What `live` and `host` show beside the screen, and where.
struct LayerOptions: ParsableArguments {
    @Option(
        name: .customLong("source"),
        help: ArgumentHelp(
            "One more source, on a layer of its own: cam=media:/dev/video0, clip=media:FILE, cam=media:ADDRESS, two=x11::1, card=pattern:640x360, "
                + "or with an agent's own arguments 'clip=media --file a.mp4 --loop'; phone=none waits for an agent with --place phone. "
                + "Repeat for more.",
            valueName: "NAME=BACKEND[:WHAT]"))
    var sources: [String] = []

    @Option(
        name: .customLong("layer"),
        help: ArgumentHelp(
            "Where a source is shown (screen for the screen): a corner or X,Y, WxH, fit, fill or stretch, z=N, opacity=0.9, mirror, "
                + "crop=X,Y,WxH, hidden (default: the canvas's for what is not said; other sources in the corners). Repeat for more.",
            valueName: "NAME=WORD,…"))
    var layers: [String] = []

    @Option(
        name: .customLong("scene"),
        help: ArgumentHelp("Begin with this scene, as 'splitcast scene list' names it; --layer and --overlay go on from there.", valueName: "NAME"))
    var scene: String?

    @Option(
        name: .customLong("overlay"),
        help: ArgumentHelp(
            "Lay a picture over the canvas, as 'overlay add' does: logo.png,at=0.1,0.1,width=0.3; opacity too. Repeat for more.",
            valueName: "FILE[,KEY=VALUE…]"))
    var overlays: [String] = []

    @Option(
        name: .customLong("overlay-text"),
        help: ArgumentHelp(
            "Lay a text over it: '{time},at=0.02,0.92,size=0.05'; color and opacity too. Repeat for more.",
            valueName: "TEXT[,KEY=VALUE…]"))
    var texts: [String] = []

    @Option(
        name: .customLong("filter"),
        help: ArgumentHelp(
            "What the picture of a source passes, as 'splitcast filter add' takes it: cam:smooth=0.6,whiten=0.8 or screen:lut=warm.cube. "
                + "Repeat for more.",
            valueName: "NAME:SETTING,…"))
    var filters: [String] = []

    func apply(to configuration: inout SessionConfiguration) throws(CommandFailure) {
        for text in sources {
            let source = try SourceText.choice(text)
            guard !configuration.sources.contains(where: { $0.name == source.name }) else {
                throw CommandFailure(.usage, "--source \(source.name) is given twice: one name, one source")
            }
            configuration.sources.append(source)
        }
        let most = SessionConfiguration.mostSources
        guard configuration.sources.count < most else {
            throw CommandFailure(.usage, "--source: there are \(most) sources at most, the screen among them: leave some out")
        }
        for text in overlays {
            let (file, settings) = try OverlaySettings.apart(text, of: "--overlay")
            guard !file.isEmpty else { throw OptionText.wrong("--overlay", text, "give a picture's file first, such as logo.png,at=0.1,0.1") }
            try OverlaySettings.refuseUnknown(in: file, text)
            configuration.overlays.append(try settings.choice(.picture(AbsolutePath.of(plain: file))))
        }
        for text in texts {
            let (words, settings) = try OverlaySettings.apart(text, of: "--overlay-text")
            configuration.overlays.append(try settings.choice(.text(words)))
        }
        let names = [SourceName.screen] + configuration.sources.map(\.name)
        for text in layers {
            let (name, words) = try SourceText.named("--layer", text, "give NAME=WORD,…, such as cam=bottom-right,300x300,fill")
            guard names.contains(name) else {
                let known = names.map(\.text).joined(separator: ", ")
                throw OptionText.wrong("--layer", text, "there is no source '\(name)': there is \(known); --source makes more")
            }
            do throws(SessionError) { configuration.layers.append(try LayerChoice(name, text: words)) } catch {
                throw OptionText.wrong("--layer", text, error.message)
            }
        }
        for text in filters { configuration.filters.append(try filter(text, names)) }
    }

    /// The scene to begin with, which is read when the broadcast is about to start.
    func chosenScene() throws(CommandFailure) -> SceneName? { try scene.map { (text) throws(CommandFailure) in try SceneText.name(text) } }

    /// The options that were given, by name.
    var given: [String] {
        [
            ("--source", !sources.isEmpty), ("--layer", !layers.isEmpty), ("--scene", scene != nil), ("--overlay", !overlays.isEmpty),
            ("--overlay-text", !texts.isEmpty), ("--filter", !filters.isEmpty),
        ].filter(\.1).map(\.0)
    }

    private func filter(_ text: String, _ names: [SourceName]) throws(CommandFailure) -> FilterChoice {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2 else { throw OptionText.wrong("--filter", text, "give NAME:SETTING,…, such as cam:smooth=0.6,whiten=0.8") }
        let name = try SourceText.name("--filter", parts[0])
        guard names.contains(name) else {
            let known = names.map(\.text).joined(separator: ", ")
            throw OptionText.wrong("--filter", text, "there is no source '\(name)': there is \(known); --source makes more")
        }
        do throws(FilterError) {
            return FilterChoice(name, try FilterSettings(FilterText.settings(parts[1].split(separator: ",").map(String.init))))
        } catch { throw OptionText.wrong("--filter", text, error.message) }
    }
}
