import AppGroup
import ArgumentParser
import Control
import Platform
import Session

struct CameraCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "camera", abstract: "Show what can be set of a camera, or set it: zoom, focus, light, exposure.",
        discussion: """
            Of cameras that 'splitcast-capture-media --device' captures, as far as the camera has it. Without settings it is shown what there is, \
            with its values. The camera itself zooms; 'splitcast zoom' enlarges the picture of any source.

            EXAMPLES:
              splitcast camera cam
              splitcast camera cam zoom=2.0 focus=auto torch=on
              splitcast camera cam focus=30 exposure=20ms --group talk
            """)

    @Argument(help: ArgumentHelp("Which source, as 'splitcast sources show' lists them.", valueName: "SOURCE"))
    var source: String

    @Argument(
        help: ArgumentHelp("zoom=FACTOR, focus=auto or focus=NUMBER, torch=on or off, exposure=auto or exposure=20ms.", valueName: "NAME=VALUE"))
    var settings: [String] = []

    @OptionGroup var group: GroupOption

    @Flag(help: "Print JSON: what can be set.")
    var json = false

    func run() throws {
        let name = try name()
        do {
            let client = try ControlClient(try group.name())
            let sources = try settings.isEmpty ? client.status().sources : client.steer(CameraRequest(name, words: settings))
            guard let found = sources.first(where: { $0.name == name.text }) else {
                throw CommandFailure(.usage, "there is no source '\(name)': there is \(sources.map(\.name).joined(separator: ", "))")
            }
            guard json || !found.camera.isEmpty else {
                throw CommandFailure(.usage, "the source '\(name)' has nothing that can be set: \(Self.why(found))")
            }
            print(json ? JSONText.of(found.camera, isPretty: true) : Self.table(found.camera))
        } catch let error as GroupError { throw CommandFailure(error) } catch let error as ControlError { throw CommandFailure(error) }
    }

    func name() throws(CommandFailure) -> SourceName { try SourceText.name("camera", source) }

    private static func why(_ source: SessionStatus.Source) -> String {
        source.agent == nil
            ? "nothing is captured for it now"
            : "\(PlainText.of(source.screen)) is no camera of splitcast-capture-media, or one without zoom, focus, light and exposure"
    }

    static func table(_ settings: [SessionStatus.CameraSetting]) -> String {
        var table = TextTable(heading: [("NAME", .left), ("VALUE", .right), ("MAY BE", .left)])
        table.rows = settings.map { setting in
            var forms = setting.words
            if let minimum = setting.minimum, let maximum = setting.maximum {
                forms.append("\(Figure.fixed(minimum, 2)) to \(Figure.fixed(maximum, 2))\(setting.name == "exposure" ? " ms" : "")")
            }
            return [setting.name, setting.value, forms.joined(separator: " or ")]
        }
        return table.lines().joined(separator: "\n")
    }
}
