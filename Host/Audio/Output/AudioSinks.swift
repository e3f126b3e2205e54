public import Platform

/// The sinks of the sound server, asked for once.
public enum AudioSinks {
    public static let timeLimit: Duration = .seconds(2)

    /// Everything that can be played to, as the server orders it.
    ///
    /// Blocks the calling thread for at most `timeLimit`; never call it on the cooperative pool.
    /// - Parameter server: the server's address in PulseAudio's notation; `nil` is the user's own.
    /// - Throws: `noServer`, `permissionDenied`, `timedOut`, `refused`, `system`.
    @available(*, noasync)
    public static func list(server: String? = nil, timeLimit: Duration = timeLimit) throws(AudioError) -> [AudioSink] {
        try AudioInventory.ask(.sinks, server: server, timeLimit: timeLimit).sinks
    }

    /// The sink that `name` means at this moment: its name, its description, or a part of either that only one has;
    /// `nil` is the default.
    ///
    /// Blocks as `list` does, and throws what it throws, and `unknownDevice` (listing the close ones) or `ambiguousDevice`.
    @available(*, noasync)
    public static func sink(_ name: String?, server: String? = nil, timeLimit: Duration = timeLimit) throws(AudioError) -> AudioSink {
        try select(name, from: list(server: server, timeLimit: timeLimit))
    }

    /// The applications that play now, except ourselves: what can be named after `app=`. Blocks and throws as `list` does.
    @available(*, noasync)
    public static func applications(server: String? = nil, timeLimit: Duration = timeLimit) throws(AudioError) -> [AudioPlayer] {
        try AudioInventory.ask([.sinks, .players], server: server, timeLimit: timeLimit).applications.filter { !$0.isOurs }
    }

    static func select(_ name: String?, from sinks: [AudioSink]) throws(AudioError) -> AudioSink {
        guard let name else {
            if let sink = sinks.first(where: \.isDefault) { return sink }
            throw AudioError(.unknownDevice, "the sound server has no default sink to play to; plug one in or choose one by name")
        }
        if let exact = sinks.first(where: { $0.name == name }) ?? sinks.first(where: { $0.description == name }) { return exact }
        let wanted = name.lowercased()
        let matches = sinks.filter { sink in
            !wanted.isEmpty && [sink.name, sink.description].contains { $0.lowercased().contains(wanted) }
        }
        if matches.count == 1 { return matches[0] }
        if matches.count > 1 {
            throw AudioError(.ambiguousDevice, "the sink \"\(name)\" matches several: \(listed(matches)); give more of the name")
        }
        guard !sinks.isEmpty else { throw AudioError(.unknownDevice, "no sink is called \"\(name)\": there are no sinks") }
        let close = sinks.sorted { NameDistance.between(wanted, $0.device) < NameDistance.between(wanted, $1.device) }
        throw AudioError(.unknownDevice, "no sink is called \"\(name)\"; did you mean \(listed(close.prefix(3)))?")
    }

    private static func listed(_ sinks: some Collection<AudioSink>) -> String {
        sinks.map { "\($0.name) (\($0.description))" }.joined(separator: ", ")
    }
}
