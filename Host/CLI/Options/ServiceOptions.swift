import ArgumentParser

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
        for (name, key) in zip(services, keys) { addresses.append(try StreamService.named(name).address + StreamKey.ofService.read(key)) }
        return addresses
    }
}

/// A service whose address is known. What they publish for encoders, seen in November 2026; the key follows.
enum StreamService: String, CaseIterable {
    case twitch, youtube, facebook, kick, trovo, restream

    var address: String {
        switch self {
        case .twitch: "rtmps://live.twitch.tv:443/app/"
        case .youtube: "rtmps://a.rtmps.youtube.com:443/live2/"
        case .facebook: "rtmps://rtmp-api.facebook.com:443/rtmp/"
        case .kick: "rtmps://fa723fc1b171.global-contribute.live-video.net:443/app/"
        case .trovo: "rtmp://livepush.trovo.live/live/"
        case .restream: "rtmp://live.restream.io/live/"
        }
    }

    static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }

    static func named(_ name: String) throws(CommandFailure) -> StreamService {
        guard let service = StreamService(rawValue: name.lowercased()) else {
            throw OptionText.wrong("--service", name, "there are \(names); any other by its address behind --to")
        }
        return service
    }
}
