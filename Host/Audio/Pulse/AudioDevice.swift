/// A device of the sound server: what it can record from, or for a `SinkPlayer` play to.
public struct AudioDevice: Hashable, Sendable {
    /// The server's own name: unique, and what settings should hold.
    public let name: String
    /// What a person calls it.
    public let description: String
    /// What the server records from by default.
    public let isDefault: Bool
    /// It records what a speaker plays: desktop audio, not a microphone.
    public let isMonitor: Bool
    /// The same for all sources of one piece of hardware, whose profiles they are; `nil` when the server does not tell.
    let hardware: String?

    public init(name: String, description: String, isDefault: Bool = false, isMonitor: Bool = false) {
        self.init(name: name, description: description, isDefault: isDefault, isMonitor: isMonitor, hardware: nil)
    }

    init(name: String, description: String, isDefault: Bool, isMonitor: Bool, hardware: String?) {
        self.name = name
        self.description = description
        self.isDefault = isDefault
        self.isMonitor = isMonitor
        self.hardware = hardware
    }
}
