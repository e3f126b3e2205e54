import ArgumentParser
import Configuration
import Control
import Platform

struct ConfigShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "What 'live' would begin with, and where each value comes from.",
        discussion: """
            EXAMPLES:
              splitcast config show
              splitcast config show --use talk

            Stream keys and passwords in addresses are not shown.
            """)

    @OptionGroup var place: ConfigurationOptions

    @Flag(help: "Print JSON: {\"file\", \"options\": [{\"name\", \"values\", \"from\"}…], \"settings\": [{\"name\", \"from\"}…]}.")
    var json = false

    struct Report: Codable {
        struct Option: Codable {
            var name: String
            var values: [String]
            var from: String
        }
        struct Settings: Codable {
            var name: String
            var from: String
        }

        var file: String?
        var options: [Option]
        var settings: [Settings]
    }

    func run() throws {
        let report = try report(environment: ConfiguredCommandLine.environment)
        print(json ? JSONText.of(report, isPretty: true) : Self.text(report))
    }

    func report(environment: [String: String]) throws(CommandFailure) -> Report {
        let keys = BroadcastKeys.all
        let at = ConfigurationPlace(option: place.config, environment: environment)
        do throws(ConfigurationError) {
            let file = try at.file(keys)
            let given = place.use.isEmpty ? [environment["SPLITCAST_USE"] ?? ""] : place.use
            let names = given.flatMap { $0.split(separator: ",").map(String.init) }
            let effective = try EffectiveConfiguration(keys: keys, file: file, use: names, environment: environment)
            let settings = SettingsCatalogue(keys: keys, file: file).all
            return Report(
                file: at.exists ? at.path : nil,
                options: effective.entries.map {
                    Report.Option(name: $0.key.name, values: $0.values.map(Self.shown($0.key.name)), from: $0.origin.description)
                },
                settings: settings.map { Report.Settings(name: $0.name, from: $0.summary) })
        } catch { throw CommandFailure(error) }
    }

    /// A stream key is not shown, but where one is kept.
    private static func shown(_ option: String) -> (String) -> String {
        { value in
            let isPlace = ["@", "keyring:", "credential:"].contains { value.hasPrefix($0) } || value == "none"
            switch option {
            case "key", "obs-password": return PlainText.of(isPlace ? value : "***")
            case "to": return PlainText.of(isPlace ? value : AddressMask.masking(target: value))
            default: return PlainText.of(AddressMask.masking(value))
            }
        }
    }

    static func text(_ report: Report) -> String {
        var lines = [report.file.map { "file: \($0)" } ?? "no configuration file ('splitcast init' writes one)", ""]
        if report.options.isEmpty {
            lines.append("every option has its default ('splitcast live --help')")
        } else {
            var table = TextTable(heading: [("OPTION", .left), ("VALUE", .left), ("FROM", .left)])
            for option in report.options {
                let values = option.values.isEmpty ? ["none"] : option.values
                for (index, value) in values.enumerated() {
                    table.rows.append([index == 0 ? option.name : "", value, index == 0 ? option.from : ""])
                }
            }
            lines += table.lines() + ["", "every other option has its default"]
        }
        var table = TextTable(heading: [("SETTINGS", .left), ("", .left)])
        for settings in report.settings { table.rows.append([settings.name, settings.from]) }
        return (lines + [""] + table.lines()).joined(separator: "\n")
    }
}
