import Platform

extension NameDistance {
    /// The smaller distance to a device's name and description; `wanted` is in lower case.
    static func between(_ wanted: String, _ device: AudioDevice) -> Int {
        min(edits(wanted, device.name.lowercased()), edits(wanted, device.description.lowercased()))
    }
}
