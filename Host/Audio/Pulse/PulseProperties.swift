import CPulse
import Glibc
import Platform

/// What libpulse's property lists say, and what ours say of us.
enum PulseProperties {
    /// Marks every stream of this process, whatever process ids mean to the server (containers have their own).
    static let markKey = "splitcast.process"
    static let mark = "\(getpid())-\(MediaTime.now().nanoseconds)"

    /// The text under a key; `nil` when there is none.
    static func text(_ list: OpaquePointer?, _ key: String) -> String? {
        guard let list, let text = pa_proplist_gets(list, key) else { return nil }
        return String(cString: text)
    }

    /// What the server is told with every connection and stream. The caller frees it.
    static func ours() -> OpaquePointer? {
        let list = pa_proplist_new()
        if let list { pa_proplist_sets(list, markKey, mark) }
        return list
    }

    /// A name of the piece of hardware that outlives a change of its profile: the same for all sources of one headset.
    static func hardware(_ list: OpaquePointer?) -> String? {
        if let address = text(list, "api.bluez5.address") { return address }
        if text(list, "device.bus") == "bluetooth" || text(list, "device.api") == "bluez", let address = text(list, "device.string") {
            return address
        }
        // The path tells two of a kind apart.
        guard let path = text(list, "device.bus_path") ?? text(list, "sysfs.path") else { return nil }
        return path
    }
}
