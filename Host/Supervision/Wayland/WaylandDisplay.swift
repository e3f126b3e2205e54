import Glibc

/// Where a Wayland compositor listens.
public struct WaylandDisplay: Hashable, Sendable {
    /// Of its socket; `nil` where the name leads nowhere.
    let path: String?

    /// As libwayland-client finds it: an absolute path is the socket's, a name is that of a socket in `$XDG_RUNTIME_DIR`.
    ///
    /// - Parameter name: `nil` for `$WAYLAND_DISPLAY`, or else `wayland-0`.
    public init(_ name: String?) {
        let name = name ?? Self.variable("WAYLAND_DISPLAY") ?? "wayland-0"
        let directory = Self.variable("XDG_RUNTIME_DIR").flatMap { $0.hasPrefix("/") ? $0 : nil }
        path = name.hasPrefix("/") ? name : directory.map { $0 + "/" + name }
    }

    /// As the options of an agent for wlroots compositors name it.
    public init(agentArguments arguments: [String]) {
        var name: String?
        for (index, word) in arguments.enumerated() {
            if word == "--display", index + 1 < arguments.count { name = arguments[index + 1] }
            if word.hasPrefix("--display=") { name = String(word.dropFirst(10)) }
        }
        self.init(name)
    }

    private static func variable(_ name: String) -> String? {
        guard let set = getenv(name), set.pointee != 0 else { return nil }
        return String(cString: set)
    }
}
