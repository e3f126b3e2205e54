import ArgumentParser
import Control

/// Control by programs that are made for OBS.
struct OBSOptions: ParsableArguments {
    @Option(
        name: .customLong("obs-websocket"),
        help: ArgumentHelp(
            "Let programs that control OBS control this broadcast (obs-websocket 5): on for 127.0.0.1:4455 (default: off).",
            discussion: "Stream Deck plug-ins, bots, obsws-python. It takes an --obs-password.", valueName: "[HOST:]PORT|on|off"))
    var address: String?

    @Option(
        name: .customLong("obs-password"),
        help: ArgumentHelp(
            "The password for that: @FILE, keyring:NAME, credential:NAME or the password itself; none for no password, which lets your own programs "
                + "in from this machine, and no others.",
            valueName: "PASSWORD|none"))
    var password: String?

    /// Where to serve, and with which password; `nil` where it is off.
    @available(*, noasync)
    func choice() throws(CommandFailure) -> (address: PageAddress, password: String?)? {
        guard let address = try chosenAddress() else {
            guard password == nil else {
                throw CommandFailure(.usage, "--obs-password without --obs-websocket: give where to serve, such as --obs-websocket on")
            }
            return nil
        }
        switch password {
        case nil:
            throw CommandFailure(
                .usage,
                "--obs-websocket: give a password for it: --obs-password @FILE, keyring:NAME or credential:NAME; or none, for programs of "
                    + "your own on this machine")
        case "none":
            guard address.isLoopback else {
                throw CommandFailure(.usage, "--obs-password none: other machines reach \(address): give a password, or a loopback address")
            }
            return (address, nil)
        case let text?: return (address, try StreamKey.ofOBSWebSocket.read(text))
        }
    }

    private func chosenAddress() throws(CommandFailure) -> PageAddress? {
        switch address {
        case nil, "off": return nil
        case "on": return OBSWebSocketServer.standard
        case let text?:
            let isPort = !text.isEmpty && text.utf8.allSatisfy { (48...57).contains($0) }
            do throws(ControlError) { return try PageAddress(isPort ? "127.0.0.1:" + text : text, of: "--obs-websocket") } catch {
                throw CommandFailure(error)
            }
        }
    }
}
