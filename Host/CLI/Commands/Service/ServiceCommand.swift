import ArgumentParser

struct ServiceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "service", abstract: "Let systemd run a broadcast: install its units, remove them, look at them.",
        discussion: """
            EXAMPLES:
              splitcast service install --group talk --use talk
              splitcast service status --group talk
              splitcast service logs --group talk --follow
              splitcast service uninstall --group talk

            The units are the user's own: they begin at login and end at logout. 'loginctl enable-linger' lets them run from boot on, \
            without a login; without a desktop there is no screen to capture then, but agents of cameras and files.
            """,
        subcommands: [ServiceInstallCommand.self, ServiceUninstallCommand.self, ServiceStatusCommand.self, ServiceLogsCommand.self])
}
