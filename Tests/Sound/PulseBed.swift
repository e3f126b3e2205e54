import AppGroup
import Glibc

/// A private PulseAudio server without a sound card: a speaker (a null sink), and a microphone that hears what is played
/// into the sink `mic_feed`. Its directory, socket and processes are its own; all end with `stop`.
///
/// A server that its test forgot ends by itself after 30 s without clients.
final class PulseBed {
    let directory: String
    var server: String { "unix:\(directory)/native" }
    private var daemon: pid_t = 0
    private var feeder: pid_t = 0

    init(hasMicrophone: Bool = true) throws {
        var template = Array("/tmp/splitcast-pulse-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw SystemError(operation: "mkdtemp", number: errno) }
        directory = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
        try startServer(hasMicrophone: hasMicrophone)
    }

    deinit { stop() }

    @available(*, noasync)
    func startServer(hasMicrophone: Bool = true) throws {
        let speakers = "module-null-sink sink_name=speakers format=float32le rate=48000 channels=2 sink_properties=device.description=Speakers"
        let feed = "module-null-sink sink_name=mic_feed format=float32le rate=48000 channels=1 channel_map=mono"
        var lines = [
            "module-native-protocol-unix socket=\(directory)/native auth-cookie-enabled=0 auth-anonymous=1", speakers, feed,
        ].map { "load-module \($0)" }
        lines += ["set-default-sink speakers"]
        if hasMicrophone { lines += ["load-module \(Self.microphone())", "set-default-source mic"] }
        write(lines.joined(separator: "\n") + "\n", to: "script.pa")
        daemon = try spawn([
            "pulseaudio", "-n", "-F", "\(directory)/script.pa", "--daemonize=no", "--use-pid-file=no", "--exit-idle-time=30",
            "--high-priority=no", "--realtime=no", "--log-level=error",
        ])
        eventually("the sound server answers") { (try? control("info")) == 0 }  // not yet there is no failure
        if !hasMicrophone { try control("set-default-source", "speakers.monitor") }
    }

    @available(*, noasync)
    func killServer() {
        end(&feeder)
        end(&daemon, signal: SIGKILL)
    }

    /// The server hangs: alive, and answering nobody.
    func freeze() { kill(daemon, SIGSTOP) }
    func thaw() { kill(daemon, SIGCONT) }

    func stop() {
        end(&feeder)
        end(&daemon)
        removeTree(directory)
    }

    static func microphone(_ name: String = "mic", description: String = "Microphone") -> String {
        "module-remap-source source_name=\(name) master=mic_feed.monitor source_properties=device.description=\(description)"
    }

    func plug(_ name: String = "mic", description: String = "Microphone") throws {
        try control(["load-module"] + Self.microphone(name, description: description).split(separator: " ").map(String.init))
    }

    func unplugAll() throws { try control("unload-module", "module-remap-source") }

    /// Plays a sine to the microphone for a minute.
    func feedTone(hertz: Double = 1000, amplitude: Float = 0.1) throws {
        end(&feeder)
        let tone = Tone.samples(hertz: hertz, amplitude: amplitude, count: 48_000)
        let bytes = tone.withUnsafeBytes { Array($0) }
        let file = open("\(directory)/tone.raw", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        defer { close(file) }
        // A second holds whole periods: repeating it is seamless.
        for _ in 0..<60 { _ = Glibc.write(file, bytes, bytes.count) }
        feeder = try spawn([
            "pacat", "--playback", "-s", server, "--device=mic_feed", "--format=float32le", "--rate=48000", "--channels=1",
            "--latency-msec=500", "\(directory)/tone.raw",
        ])
    }

    func stopFeeding() { end(&feeder) }

    @discardableResult
    func control(_ arguments: String...) throws -> Int32 { try control(arguments) }

    @discardableResult
    func control(_ arguments: [String]) throws -> Int32 {
        let child = try spawn(["pactl", "-s", server] + arguments)
        var status: Int32 = 0
        try systemCall("waitpid") { waitpid(child, &status, 0) }
        return status
    }

    private func write(_ text: String, to name: String) {
        let file = open("\(directory)/\(name)", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        _ = text.withCString { Glibc.write(file, $0, strlen($0)) }
        close(file)
    }

    private func spawn(_ arguments: [String]) throws -> pid_t {
        let environment = [
            "PATH=/usr/bin:/bin", "HOME=\(directory)", "XDG_RUNTIME_DIR=\(directory)", "XDG_CONFIG_HOME=\(directory)",
            "PULSE_RUNTIME_PATH=\(directory)", "PULSE_STATE_PATH=\(directory)/state", "LC_ALL=C",
        ]
        var files = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&files)
        defer { posix_spawn_file_actions_destroy(&files) }
        posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&files, 1, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_addopen(&files, 2, "\(directory)/log", O_WRONLY | O_CREAT | O_APPEND, 0o600)
        var argv = arguments.map { strdup($0) } + [nil]
        var envp = environment.map { strdup($0) } + [nil]
        defer { (argv + envp).forEach { free($0) } }
        var child: pid_t = 0
        let status = posix_spawnp(&child, arguments[0], &files, nil, &argv, &envp)
        guard status == 0 else { throw SystemError(operation: "posix_spawnp \(arguments[0])", number: status) }
        return child
    }

    private func end(_ child: inout pid_t, signal: Int32 = SIGTERM) {
        guard child > 0 else { return }
        kill(child, signal)
        let patience = MediaTime.now() + .seconds(5)
        while waitpid(child, nil, WNOHANG) == 0 {
            if MediaTime.now() > patience { kill(child, SIGKILL) }
            pause(.milliseconds(5))
        }
        child = 0
    }

    private func removeTree(_ path: String) {
        for name in fileNames(in: path) where unlink("\(path)/\(name)") != 0 { removeTree("\(path)/\(name)") }
        rmdir(path)
    }
}
