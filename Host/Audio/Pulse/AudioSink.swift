/// Something that the sound server can play to.
public struct AudioSink: Hashable, Sendable {
    /// The server's own name: unique, and what settings should hold.
    public let name: String
    /// What a person calls it.
    public let description: String
    /// Where audio goes by default.
    public let isDefault: Bool
    /// True for headphones, headsets and earphones; false for speakers; `nil` when nothing tells, which is to be
    /// taken for speakers.
    public let isHeadphones: Bool?
    let index: UInt32
    /// The source that records what this sink plays.
    let monitorName: String
    /// Set for a virtual sink of PipeWire; shared with the stream that passes its audio on.
    let linkGroup: String?

    public init(name: String, description: String, isDefault: Bool = false, isHeadphones: Bool? = nil) {
        self.init(name: name, description: description, isDefault: isDefault, isHeadphones: isHeadphones, index: 0)
    }

    init(
        name: String, description: String, isDefault: Bool, isHeadphones: Bool? = nil, index: UInt32, monitorName: String? = nil,
        linkGroup: String? = nil
    ) {
        (self.name, self.description, self.isDefault, self.isHeadphones) = (name, description, isDefault, isHeadphones)
        (self.index, self.monitorName, self.linkGroup) = (index, monitorName ?? name + ".monitor", linkGroup)
    }

    var device: AudioDevice { AudioDevice(name: name, description: description, isDefault: isDefault) }
    var monitor: AudioDevice { AudioDevice(name: monitorName, description: description, isDefault: isDefault, isMonitor: true) }
}
