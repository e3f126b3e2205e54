import ArgumentParser

struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config", abstract: "Show and check the configuration file and named settings; have a broadcast read it again.",
        discussion: """
            ~/.config/splitcast/config.yaml holds options of 'live' and 'host' without their hyphens, and settings under names:

              bitrate: 3500k
              to: ["@/etc/splitcast/key.txt"]
              settings:
                talk:
                  inherit: desktop
                  mic: default

            'splitcast live --use talk' begins with them. From the weakest to the strongest: the file's options, --use, the environment \
            (SPLITCAST_BITRATE), the command line. 'splitcast init' writes a first file.
            """,
        subcommands: [ConfigShowCommand.self, ConfigCheckCommand.self, ConfigSchemaCommand.self, ConfigReloadCommand.self])
}
