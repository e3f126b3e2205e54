import AppGroup
import Glibc
import Platform

/// A private sound server without a sound card: a speaker (a null sink, the default), and a microphone that hears what is played
/// into the sink `mic_feed`. Its directory, socket and processes are its own; all end with `stop`. What a test forgot
/// ends by itself.
class AudioFixture {
    let directory: String
    var server: String { "unix:\(directory)/native" }
    private var feeder: pid_t = 0
    private var players: [String: pid_t] = [:]

    static let speakers = "module-null-sink sink_name=speakers format=float32le rate=48000 channels=2 sink_properties=device.description=Speakers"
    static let feed = "module-null-sink sink_name=mic_feed format=float32le rate=48000 channels=1 channel_map=mono"

    init(_ kind: String) throws {
        var template = Array("/tmp/splitcast-\(kind)-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw SystemError(operation: "mkdtemp", number: errno) }
        directory = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    }

    deinit { stop() }

    @available(*, noasync)
    func startServer(hasMicrophone: Bool = true) throws { preconditionFailure("a fixture starts its own server") }

    /// The server is gone at once.
    func endServer() {}

    @available(*, noasync)
    func killServer() {
        stopPlaying()
        endServer()
    }

    func stop() {
        stopPlaying()
        endServer()
        removeTree(directory)
    }

    static func microphone(_ name: String = "mic", description: String = "Microphone", properties: [String] = []) -> [String] {
        ["module-remap-source", "source_name=\(name)", "master=mic_feed.monitor", list("source", description, properties)]
    }

    /// Properties as a module takes them: quoted when there are several.
    private static func list(_ kind: String, _ description: String, _ properties: [String]) -> String {
        let all = ["device.description=\(description)"] + properties
        return "\(kind)_properties=" + (all.count == 1 ? all[0] : "'\(all.joined(separator: " "))'")
    }

    func plug(_ name: String = "mic", description: String = "Microphone", properties: [String] = []) throws {
        try control(["load-module"] + Self.microphone(name, description: description, properties: properties))
    }

    func unplugAll() throws { try control("unload-module", "module-remap-source") }

    /// Another sink; `unplugSink` takes it away.
    func plugSink(_ name: String, description: String, properties: [String] = []) throws {
        try control([
            "load-module", "module-null-sink", "sink_name=\(name)", "format=float32le", "rate=48000", "channels=2",
            Self.list("sink", description, properties),
        ])
    }

    func unplugSink(_ name: String) throws {
        let modules = try answer(["list", "short", "modules"]).split(separator: "\n")
        for module in modules where module.contains("sink_name=\(name) ") {
            try control("unload-module", String(module.prefix { $0 != "\t" }))
        }
    }

    /// Plays a sine to the microphone for a minute.
    func feedTone(hertz: Double = 1000, amplitude: Float = 0.1) throws {
        end(&feeder)
        feeder = try playTone("Feeder", hertz, amplitude, to: "mic_feed", latencyMilliseconds: 500)
    }

    func stopFeeding() { end(&feeder) }

    /// An application plays a sine to a sink for a minute.
    func play(_ application: String, hertz: Double, amplitude: Float = 0.1, to sink: String = "speakers") throws {
        stopPlaying(application)
        players[application] = try playTone(application, hertz, amplitude, to: sink, latencyMilliseconds: 200)
    }

    func stopPlaying(_ application: String) {
        guard var player = players.removeValue(forKey: application) else { return }
        end(&player)
    }

    private func stopPlaying() {
        end(&feeder)
        for application in Array(players.keys) { stopPlaying(application) }
    }

    private func playTone(_ application: String, _ hertz: Double, _ amplitude: Float, to sink: String, latencyMilliseconds: Int) throws -> pid_t {
        let bytes = Tone.samples(hertz: hertz, amplitude: amplitude, count: 48_000).withUnsafeBytes { Array($0) }
        let path = "\(directory)/\(application).raw"
        unlink(path)
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        defer { close(file) }
        // A second holds whole periods: repeating it is seamless.
        for _ in 0..<60 { _ = Glibc.write(file, bytes, bytes.count) }
        return try spawn([
            "pacat", "--playback", "-s", server, "--client-name=\(application)", "--device=\(sink)", "--format=float32le", "--rate=48000",
            "--channels=1", "--latency-msec=\(latencyMilliseconds)", path,
        ])
    }

    @discardableResult
    func control(_ arguments: String...) throws -> Int32 { try control(arguments) }

    @discardableResult
    func control(_ arguments: [String]) throws -> Int32 { try wait(for: spawn(["pactl", "-s", server] + arguments)) }

    /// What `pactl` prints.
    func answer(_ arguments: [String]) throws -> String {
        let path = "\(directory)/answer"
        _ = try wait(for: spawn(["pactl", "-s", server] + arguments, printingTo: path))
        let file = open(path, O_RDONLY | O_CLOEXEC)
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        let count = read(file, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }

    private func wait(for child: pid_t) throws -> Int32 {
        var status: Int32 = 0
        try systemCall("waitpid") { waitpid(child, &status, 0) }
        return status
    }

    func write(_ text: String, to name: String) {
        let file = open("\(directory)/\(name)", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        _ = text.withCString { Glibc.write(file, $0, strlen($0)) }
        close(file)
    }

    func spawn(_ arguments: [String], printingTo path: String = "/dev/null") throws -> pid_t {
        let environment = [
            "PATH=/usr/bin:/bin", "HOME=\(directory)", "XDG_RUNTIME_DIR=\(directory)", "XDG_CONFIG_HOME=\(directory)/config",
            "XDG_STATE_HOME=\(directory)/state", "XDG_DATA_HOME=\(directory)/data", "XDG_CACHE_HOME=\(directory)/cache",
            "PULSE_RUNTIME_PATH=\(directory)", "PULSE_STATE_PATH=\(directory)/state", "DBUS_SESSION_BUS_ADDRESS=unix:path=\(directory)/bus",
            "LC_ALL=C",
        ]
        var files = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&files)
        defer { posix_spawn_file_actions_destroy(&files) }
        posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&files, 1, path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        posix_spawn_file_actions_addopen(&files, 2, "\(directory)/log", O_WRONLY | O_CREAT | O_APPEND, 0o600)
        // The threads of tests block signals, and a mask is inherited.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var argv = arguments.map { strdup($0) } + [nil]
        var envp = environment.map { strdup($0) } + [nil]
        defer { (argv + envp).forEach { free($0) } }
        var child: pid_t = 0
        let status = posix_spawnp(&child, arguments[0], &files, &attributes, &argv, &envp)
        guard status == 0 else { throw SystemError(operation: "posix_spawnp \(arguments[0])", number: status) }
        return child
    }

    func end(_ child: inout pid_t, signal: Int32 = SIGTERM) {
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
