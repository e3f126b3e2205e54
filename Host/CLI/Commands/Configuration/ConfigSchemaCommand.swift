import ArgumentParser
import Configuration

struct ConfigSchemaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema", abstract: "Print a JSON schema of the configuration file, for editors.",
        discussion: """
            EXAMPLES:
              splitcast config schema

            Written to a file, that is named in the first line of the configuration: # yaml-language-server: $schema=splitcast.schema.json
            """)

    func run() { print(JSONText.of(ConfigurationSchema(BroadcastKeys.all), isPretty: true)) }
}
