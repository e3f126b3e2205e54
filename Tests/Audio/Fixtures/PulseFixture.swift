import AppGroup
import Glibc
import Testing

/// A PulseAudio server. A server that its test forgot ends by itself after 30 s without clients.
final class PulseFixture: AudioFixture {
    private var daemon: pid_t = 0

    @available(*, noasync)
    init(hasMicrophone: Bool = true) throws {
        try super.init("pulse")
        try startServer(hasMicrophone: hasMicrophone)
    }

    override func startServer(hasMicrophone: Bool = true) throws {
        var lines = [
            "module-native-protocol-unix socket=\(directory)/native auth-cookie-enabled=0 auth-anonymous=1", Self.speakers, Self.feed,
        ].map { "load-module \($0)" }
        lines += ["set-default-sink speakers"]
        if hasMicrophone { lines += ["load-module \(Self.microphone().joined(separator: " "))", "set-default-source mic"] }
        write(lines.joined(separator: "\n") + "\n", to: "script.pa")
        daemon = try spawn([
            "pulseaudio", "-n", "-F", "\(directory)/script.pa", "--daemonize=no", "--use-pid-file=no", "--exit-idle-time=30",
            "--high-priority=no", "--realtime=no", "--log-level=error",
        ])
        eventually("the sound server answers") { (try? control("info")) == 0 }  // not yet there is no failure
        if !hasMicrophone { try control("set-default-source", "speakers.monitor") }
    }

    override func endServer() { end(&daemon, signal: SIGKILL) }

    /// The server hangs: alive, and answering no one.
    func freeze() { kill(daemon, SIGSTOP) }
    func thaw() { kill(daemon, SIGCONT) }
}
