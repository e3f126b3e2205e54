import AppGroup
import Glibc
import Testing

/// A PipeWire server with its pulse server and WirePlumber, which links streams to devices. The machine's own cards are left
/// alone. A server that its test forgot ends after ten minutes.
final class PipeWireFixture: AudioFixture {
    private var daemons: [pid_t] = []

    @available(*, noasync)
    init(hasMicrophone: Bool = true) throws {
        try super.init("pipewire")
        for folder in [
            "config", "config/pipewire", "config/pipewire/pipewire.conf.d", "config/wireplumber", "config/wireplumber/main.lua.d",
            "config/wireplumber/bluetooth.lua.d",
        ] {
            mkdir("\(directory)/\(folder)", 0o700)
        }
        let monitors = ["alsa_monitor", "v4l2_monitor", "libcamera_monitor"].map { "\($0).enabled = false\n" }.joined()
        write(monitors, to: "config/wireplumber/main.lua.d/51-no-hardware.lua")
        write("bluez_monitor.enabled = false\n", to: "config/wireplumber/bluetooth.lua.d/51-no-hardware.lua")
        // As on virtual machines, by PipeWire's own rule.
        write(
            "context.properties = { default.clock.quantum = 1024, default.clock.min-quantum = 1024 }\n",
            to: "config/pipewire/pipewire.conf.d/51-steps.conf")
        try startServer(hasMicrophone: hasMicrophone)
    }

    override func startServer(hasMicrophone: Bool = true) throws {
        let bus = ["dbus-daemon", "--session", "--nofork", "--nopidfile", "--address=unix:path=\(directory)/bus"]
        for (command, socket) in [(bus, "bus"), (["pipewire"], "pipewire-0"), (["wireplumber"], nil), (["pipewire-pulse"], "native")] {
            daemons.append(try spawn(["timeout", "600"] + command))
            if let socket { eventually("\(command[0]) listens") { access("\(directory)/\(socket)", F_OK) == 0 } }
        }
        eventually("the sound server answers") { (try? control("info")) == 0 }  // not yet there is no failure
        for module in [Self.speakers, Self.feed] { try load(module) }
        // Refused until WirePlumber is there.
        eventually("there is a default sink") { (try? control("set-default-sink", "speakers")) == 0 }  // as above
        if hasMicrophone { try control(["load-module"] + Self.microphone()) }
        let source = hasMicrophone ? "mic" : "speakers.monitor"
        eventually("there is a default source") { (try? control("set-default-source", source)) == 0 }  // as above
    }

    override func endServer() {
        // Clients of PipeWire end first; each one removes its socket.
        for var daemon in daemons.reversed() { end(&daemon) }
        daemons.removeAll()
        for socket in ["bus", "pipewire-0", "native"] { unlink("\(directory)/\(socket)") }
    }

    private func load(_ module: String) throws { try control(["load-module"] + module.split(separator: " ").map(String.init)) }
}
