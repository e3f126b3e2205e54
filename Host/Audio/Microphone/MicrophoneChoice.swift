import Platform

/// Which microphone is meant.
public enum MicrophoneChoice: Hashable, Sendable {
    /// Whatever the sound server calls its default, following its changes.
    case systemDefault
    /// A device by its name, its description, or a part of either that only one has (upper and lower case alike).
    case named(String)

    /// As it is typed: `default`, or a name.
    public init(_ text: String) { self = text == "default" ? .systemDefault : .named(text) }

    /// As it is typed.
    public var text: String {
        switch self {
        case .systemDefault: "default"
        case .named(let name): name
        }
    }

    /// The device meant, among those that exist now. A monitor (what a speaker plays) is not a microphone.
    func select(from devices: [AudioDevice]) throws(AudioError) -> AudioDevice {
        switch self {
        case .systemDefault: return try Self.selectDefault(from: devices)
        case .named(let name): return try Self.select(name, from: devices)
        }
    }

    private static func selectDefault(from devices: [AudioDevice]) throws(AudioError) -> AudioDevice {
        guard let device = devices.first(where: \.isDefault) else {
            throw AudioError(.unknownDevice, "no microphone: the sound server has no default source; plug one in or choose one by name")
        }
        guard !device.isMonitor else {
            throw AudioError(
                .notAMicrophone,
                "no microphone: the default source '\(device.name)' is a monitor, which records what plays on the speakers; "
                    + "plug in a microphone or choose one by name")
        }
        return device
    }

    private static func select(_ name: String, from devices: [AudioDevice]) throws(AudioError) -> AudioDevice {
        if let exact = devices.first(where: { $0.name == name }) ?? devices.first(where: { $0.description == name && !$0.isMonitor }) {
            guard !exact.isMonitor else {
                throw AudioError(
                    .notAMicrophone, "'\(name)' is a monitor, not a microphone: it records what plays on the speakers; that is the desktop's audio")
            }
            return exact
        }
        let microphones = devices.filter { !$0.isMonitor }
        let wanted = name.lowercased()
        let matches = microphones.filter { device in
            !wanted.isEmpty && [device.name, device.description].contains { $0.lowercased().contains(wanted) }
        }
        if matches.count == 1 { return matches[0] }
        if matches.count > 1 {
            throw AudioError(.ambiguousDevice, "\"\(name)\" matches several microphones: \(listed(matches)); give more of the name")
        }
        guard !microphones.isEmpty else { throw AudioError(.unknownDevice, "no microphone is called \"\(name)\": there are no microphones") }
        let close = microphones.sorted { NameDistance.between(wanted, $0) < NameDistance.between(wanted, $1) }
        throw AudioError(.unknownDevice, "no microphone is called \"\(name)\"; did you mean \(listed(close.prefix(3)))?")
    }

    private static func listed(_ devices: some Collection<AudioDevice>) -> String {
        devices.map { "\($0.name) (\($0.description))" }.joined(separator: ", ")
    }
}
