/// The two servers that a Linux desktop's programs play into and listen to, by the same protocol.
public enum AudioServer: String, CaseIterable, Sendable, CustomStringConvertible {
    case pulse
    /// PipeWire with its pulse server and WirePlumber.
    case pipewire

    public var description: String { self == .pulse ? "PulseAudio" : "PipeWire" }

    /// The processes of one, in the order in which they are started, with the path that tells when each one is up.
    public func processes(in home: String) -> [(command: [String], isUp: String?)] {
        switch self {
        case .pulse:
            return [
                (
                    [
                        "pulseaudio", "-n", "-F", home + "/script.pa", "--daemonize=no", "--use-pid-file=no",
                        "--exit-idle-time=-1", "--high-priority=yes", "--realtime=no", "--log-level=notice",
                    ], nil
                )
            ]
        case .pipewire:
            let bus = ["dbus-daemon", "--session", "--nofork", "--nopidfile", "--address=unix:path=\(home)/bus"]
            return [(bus, home + "/bus"), (["pipewire"], home + "/pipewire-0"), (["wireplumber"], nil), (["pipewire-pulse"], home + "/native")]
        }
    }

    /// Where the server in `home` listens.
    public func address(in home: String) -> String { "unix:" + home + "/native" }

    /// Files that the server reads when it starts, by their paths in its home.
    public func files(in home: String) -> [(path: String, text: String)] {
        switch self {
        case .pulse:
            return [("script.pa", "load-module module-native-protocol-unix socket=\(home)/native auth-cookie-enabled=0 auth-anonymous=1\n")]
        case .pipewire:
            // Clients that ask for 200 ms would make the server work in steps of 43 ms, and times be no better than that.
            // Clients that ask for 10 ms would make it lose a step whenever the machine is late by that.
            let steps = "context.properties = { default.clock.quantum = 1024, default.clock.min-quantum = 1024, default.clock.max-quantum = 1024 }\n"
            // The machine's own cards and cameras are left alone.
            let monitors = ["alsa_monitor", "v4l2_monitor", "libcamera_monitor"].map { $0 + ".enabled = false\n" }.joined()
            return [
                (".config/pipewire/pipewire.conf.d/51-steps.conf", steps),
                (".config/wireplumber/main.lua.d/51-nothing-real.lua", monitors),
                (".config/wireplumber/bluetooth.lua.d/51-nothing-real.lua", "bluez_monitor.enabled = false\n"),
            ]
        }
    }

    /// Changes to the environment of its processes and of all that are to find them.
    public func environment(in home: String) -> [String: String?] {
        let folders = [
            "HOME": "", "XDG_RUNTIME_DIR": "", "PULSE_RUNTIME_PATH": "", "PULSE_STATE_PATH": "", "XDG_CONFIG_HOME": "/.config",
            "XDG_STATE_HOME": "/.state", "XDG_DATA_HOME": "/.data", "XDG_CACHE_HOME": "/.cache",
        ]
        var changes: [String: String?] = folders.mapValues { home + $0 }
        for name in ["DISPLAY", "PULSE_SERVER", "PIPEWIRE_REMOTE", "PIPEWIRE_CONFIG_DIR", "WIREPLUMBER_CONFIG_DIR", "XDG_CONFIG_DIRS"] {
            changes.updateValue(nil, forKey: name)
        }
        changes["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=\(home)/bus"
        return changes
    }
}
