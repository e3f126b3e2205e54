/// The devices of the sound server, asked for once.
public enum AudioDevices {
    public static let timeLimit: Duration = .seconds(2)

    /// Everything that can be recorded from, microphones first, as the server orders them.
    ///
    /// Blocks the calling thread for at most `timeLimit`; never call it on the cooperative pool.
    /// - Parameter server: the server's address in PulseAudio's notation; `nil` is the user's own.
    /// - Throws: `noServer`, `permissionDenied`, `timedOut`, `refused`, `system`.
    @available(*, noasync)
    public static func list(server: String? = nil) throws(AudioError) -> [AudioDevice] {
        try AudioInventory.ask(.sources, server: server, timeLimit: timeLimit).devices.sorted { !$0.isMonitor && $1.isMonitor }
    }

    /// The microphone that a choice means at this moment; for checking a setting before a broadcast.
    ///
    /// Blocks as `list` does, and throws what it throws, and `unknownDevice`, `ambiguousDevice` or `notAMicrophone`.
    @available(*, noasync)
    public static func microphone(_ choice: MicrophoneChoice, server: String? = nil) throws(AudioError) -> AudioDevice {
        try choice.select(from: list(server: server))
    }

    /// Whether these are microphones that are there now, each another one. A default that is not there is none: it may come.
    ///
    /// Blocks as `list` does, unless the default alone is chosen, and throws what `microphone` throws, and `badSetting` for one that is
    /// chosen twice.
    @available(*, noasync)
    public static func check(_ choices: [MicrophoneChoice], server: String? = nil) throws(AudioError) {
        guard choices.contains(where: { $0 != .systemDefault }) else { return }
        try check(choices, among: list(server: server))
    }

    /// Whether a microphone that is there now may be added to others, which may be gone meanwhile. A default that is not there is none.
    ///
    /// Blocks as `list` does, unless the default alone is there, and throws what `microphone` throws, and `badSetting` for one that is in
    /// use already.
    ///
    /// - Parameter others: with the names that they have in the mix.
    @available(*, noasync)
    public static func check(
        _ choice: MicrophoneChoice, beside others: [(id: String, choice: MicrophoneChoice)], server: String? = nil
    ) throws(AudioError) {
        if let same = others.first(where: { $0.choice == choice }) { throw inUse(choice, same.id) }
        guard choice != .systemDefault || !others.isEmpty else { return }
        try check(choice, beside: others, among: list(server: server))
    }

    static func check(
        _ choice: MicrophoneChoice, beside others: [(id: String, choice: MicrophoneChoice)], among devices: [AudioDevice]
    ) throws(AudioError) {
        let device: AudioDevice
        do throws(AudioError) { device = try choice.select(from: devices) } catch {
            guard choice == .systemDefault else { throw error }
            return
        }
        let same = others.first { (try? $0.choice.select(from: devices))?.name == device.name }  // what is not there is not the same
        if let same { throw inUse(choice, same.id, device: device.name) }
    }

    private static func inUse(_ choice: MicrophoneChoice, _ id: String, device: String? = nil) -> AudioError {
        let which = device.map { $0 == choice.text ? "" : ", which is \($0)," } ?? ""
        return AudioError(
            .badSetting, "the microphone \(choice.text)\(which) is in the mix already, as \(id): name another one, or remove \(id) first")
    }

    static func check(_ choices: [MicrophoneChoice], among devices: [AudioDevice]) throws(AudioError) {
        var chosen: [(text: String, device: AudioDevice)] = []
        for choice in choices {
            let device: AudioDevice
            do throws(AudioError) { device = try choice.select(from: devices) } catch {
                guard choice == .systemDefault else { throw error }
                continue
            }
            if let other = chosen.first(where: { $0.device.name == device.name }) {
                throw AudioError(
                    .badSetting, "the choices \(other.text) and \(choice.text) are the same microphone, \(device.name): leave out one of them")
            }
            chosen.append((choice.text, device))
        }
    }
}
