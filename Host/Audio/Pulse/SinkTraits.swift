/// What a sound server knows of a sink that tells headphones from speakers.
struct SinkTraits: Hashable {
    enum Port: Hashable {
        case headphones, speakers, unknown
    }

    /// Kind and name of the port in use.
    var port = Port.unknown
    var portName = ""
    /// `device.form_factor` and `device.icon_name`.
    var formFactor = ""
    var icon = ""
    /// The sink's name and description.
    var names: [String] = []

    private static let keywords = ["headphone", "headset", "earphone", "earbud"]

    /// The port in use knows best (a plug in the same card), then the shape of the device, then its names; `nil` when
    /// none of them tells.
    var isHeadphones: Bool? {
        switch port {
        case .headphones: return true
        case .speakers: return false
        case .unknown: break
        }
        let port = portName.lowercased()
        if Self.tells(port) { return true }
        if port.contains("speaker") { return false }
        switch formFactor.lowercased() {
        case "headphone", "headset", "handset": return true
        case "speaker", "car", "tv", "hifi", "portable", "computer": return false
        default: break
        }
        if Self.tells(icon.lowercased()) { return true }
        return names.contains { Self.tells($0.lowercased()) } ? true : nil
    }

    private static func tells(_ text: String) -> Bool { keywords.contains { text.contains($0) } }
}
