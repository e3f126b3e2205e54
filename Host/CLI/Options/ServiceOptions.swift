import ArgumentParser
import Delivery

/// Streaming services by name, each with a key.
struct ServiceOptions: ParsableArguments {
    @Option(
        name: .customLong("service"),
        help: ArgumentHelp(
            "Stream to this service; repeats, with a --key for each in the same order: \(StreamService.names).", valueName: "NAME"))
    var services: [String] = []

    @Option(
        name: .customLong("key"),
        help: ArgumentHelp(
            "The stream key of a service: @FILE, keyring:NAME (the desktop's keyring), credential:NAME (systemd's) or the key itself; repeats.",
            discussion: "Into the keyring: secret-tool store --label 'Splitcast: twitch' splitcast twitch", valueName: "KEY"))
    var keys: [String] = []

    /// - Throws: `CommandFailure` that shows no key.
    func addresses() throws(CommandFailure) -> [String] {
        guard services.count == keys.count else {
            throw CommandFailure(
                .usage,
                services.count > keys.count
                    ? "--service \(services[keys.count]): give its stream key behind --key: @FILE, keyring:NAME or credential:NAME"
                    : "--key without a --service: give its name before it: \(StreamService.names)")
        }
        var addresses: [String] = []
        for (name, text) in zip(services, keys) {
            guard let service = StreamService(named: name) else {
                throw OptionText.wrong("--service", name, "there are \(StreamService.names); any other by its address behind --to")
            }
            guard let address = service.address(withKey: try StreamKey.ofService.read(text)) else {
                throw CommandFailure(.usage, "--key: is no stream key: one word of ASCII characters")
            }
            addresses.append(address)
        }
        return addresses
    }
}
