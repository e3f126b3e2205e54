/// Something that the sound server can record from.
public struct SoundDevice: Hashable, Sendable {
    /// The server's own name: unique, and what settings should hold.
    public let name: String
    /// What a person calls it.
    public let description: String
    /// What the server records from when nobody says otherwise.
    public let isDefault: Bool
    /// It records what a speaker plays: desktop sound, not a microphone.
    public let isMonitor: Bool

    public init(name: String, description: String, isDefault: Bool = false, isMonitor: Bool = false) {
        self.name = name
        self.description = description
        self.isDefault = isDefault
        self.isMonitor = isMonitor
    }
}
