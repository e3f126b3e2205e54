public import Fixtures
import Foundation
public import Platform
import Synchronization

/// A private audio server without a sound card: the sinks `speakers` (the default one) and `headphones`, and a microphone `mic`
/// that hears what is played into the sink `mic_feed`.
///
/// Any thread may use it; its functions block.
public final class AudioFixture: Sendable {
    /// What the fixture's microphone is.
    public enum Microphone: Hashable, Sendable {
        /// Hears `mic_feed`, with so many channels.
        case virtual(channels: Int = 1)
        /// Delivers what is written into a FIFO at the pace of a clock of its own, faster than the monotonic one by so many
        /// ppm: a sound card. PulseAudio only.
        case card(ppm: Double)
        /// There is none: the default source is what the speakers play.
        case none
    }

    public let server: AudioServer
    /// For `$PULSE_SERVER`.
    public let address: String
    private let scratch = Scratch()
    private let home: String
    private let microphone: Microphone
    /// How much faster than the monotonic clock the speakers play; `nil` for the server's own clock.
    private let speakersPPM: Double?
    private let processes = Mutex<[FixtureProcess]>([])
    private let feeder = Mutex<AudioFeeder?>(nil)
    private let players = Mutex<[String: AudioFeeder]>([:])

    /// - Parameter speakersPPM: gives the speakers a clock of their own, faster than the monotonic one by so many ppm. PulseAudio only.
    public init(
        _ server: AudioServer = .pulse, microphone: Microphone = .virtual(), speakersPPM: Double? = nil, feeding signal: AudioSignal = .silence
    ) throws {
        (self.server, self.microphone, self.speakersPPM) = (server, microphone, speakersPPM)
        home = try scratch.directory("home")
        address = server.address(in: home)
        for file in server.files(in: home) {
            _ = try scratch.directory("home/" + (file.path as NSString).deletingLastPathComponent)
            try scratch.write(file.text, to: "home/" + file.path)
        }
        try start()
        try feed(signal)
    }

    // Before their directory goes.
    deinit { kill() }

    /// The environment changes of a program that is to hear or play here.
    public var environment: [String: String?] { ["PULSE_SERVER": address] }

    /// The environment changes of a program that is to find all of this server: PipeWire itself too.
    public var serverEnvironment: [String: String?] { server.environment(in: home).merging(environment) { $1 } }

    /// pactl(1) on this server.
    @discardableResult
    public func control(_ arguments: String...) throws -> String { try control(arguments) }

    @discardableResult
    public func control(_ arguments: [String]) throws -> String {
        String(decoding: try runTool(["pactl"] + arguments, environment: environment), as: UTF8.self)
    }

    /// Changes what the microphone hears; returns when the new signal flows.
    public func feed(_ signal: AudioSignal) throws {
        feeder.withLock { $0 = nil }
        guard signal != .silence else { return }
        let next =
            switch microphone {
            case .virtual, .none: try play(signal, to: "mic_feed")
            case .card(let ppm): try AudioFeeder(clock: signal, ppm: ppm, into: scratch.file("fifo"))
            }
        feeder.withLock { $0 = next }
    }

    /// An application that plays into a sink until it is let go.
    public func play(_ signal: AudioSignal, to sink: String = "speakers", as application: String = "SoundFeed") throws -> AudioFeeder {
        try AudioFeeder(signal, to: sink, as: application, on: self)
    }

    /// The same with another signal on the right side.
    public func play(left: AudioSignal, right: AudioSignal, to sink: String = "speakers") throws -> AudioFeeder {
        try AudioFeeder(AudioSignal(left.words + "|" + right.words), to: sink, as: "SoundFeed", on: self)
    }

    /// An application that plays until `stopPlaying` or the end of the fixture.
    public func keepPlaying(_ signal: AudioSignal, to sink: String = "speakers", as application: String) throws {
        stopPlaying(application)
        let player = try play(signal, to: sink, as: application)
        players.withLock { $0[application] = player }
    }

    public func stopPlaying(_ application: String) { players.withLock { $0.removeValue(forKey: application) }?.stop() }

    /// The microphone goes, as a plug that is pulled; streams on it are ended or moved by the server.
    public func unplug() throws { try control("unload-module", isCard ? "module-pipe-source" : "module-remap-source") }

    private var isCard: Bool { if case .card = microphone { true } else { false } }

    /// The microphone comes back and is the default again.
    public func plug() throws {
        try loadMicrophone()
        try choose()
    }

    /// Makes `mic` and `speakers` the default devices; PipeWire's session manager takes its time.
    private func choose() throws {
        let source = microphone == .none ? "speakers.monitor" : "mic"
        try control("set-default-sink", "speakers")
        try control("set-default-source", source)
        try waitUntil("the default devices") {
            try control("get-default-sink") == "speakers\n" && control("get-default-source") == source + "\n"
        }
    }

    /// Another microphone that hears the same; `unplug` takes it away too.
    public func plugMicrophone(_ name: String, description: String, properties: [String] = []) throws {
        try loadHearing(name, description, properties)
    }

    /// Another sink.
    public func plugSink(_ name: String, description: String, properties: [String] = []) throws {
        try loadSink(name, description, properties: properties)
    }

    public func unplugSink(_ name: String) throws {
        for module in try control("list", "short", "modules").split(separator: "\n") where module.contains("sink_name=\(name) ") {
            try control("unload-module", String(module.prefix { $0 != "\t" }))
        }
    }

    private func loadMicrophone() throws {
        switch microphone {
        case .none: break
        case .virtual: try loadHearing("mic", "Microphone")
        case .card:
            let format = ["file=\(scratch.file("fifo"))", "format=float32le", "rate=48000", "channels=1"]
            try control(["load-module", "module-pipe-source", "source_name=mic", "source_properties=device.description=Microphone"] + format)
        }
    }

    private func loadHearing(_ name: String, _ description: String, _ properties: [String] = []) throws {
        let list = Self.list("source", description, properties)
        try control("load-module", "module-remap-source", "source_name=\(name)", "master=mic_feed.monitor", list)
    }

    private func loadSpeakers() throws {
        guard let speakersPPM else { return try loadSink("speakers", "Speakers") }
        let (file, format) = (scratch.file("speakers"), ["format=float32le", "rate=48000", "channels=2"])
        try control(["load-module", "module-pipe-sink", "sink_name=speakers", "file=\(file)", Self.list("sink", "Speakers", [])] + format)
        let player = try AudioFeeder(draining: file, ppm: speakersPPM)
        players.withLock { $0["speakers"] = player }
    }

    private func loadSink(_ name: String, _ description: String, channels: Int = 2, properties: [String] = []) throws {
        let map = channels == 1 ? "mono" : "front-left,front-right"
        let shape = ["rate=48000", "channels=\(channels)", "channel_map=\(map)", Self.list("sink", description, properties)]
        try control(["load-module", "module-null-sink", "sink_name=\(name)"] + shape + (server == .pulse ? ["format=float32le"] : []))
    }

    /// Properties as a module takes them: quoted when there are several.
    private static func list(_ kind: String, _ description: String, _ properties: [String]) -> String {
        let all = ["device.description=\(description)"] + properties
        return "\(kind)_properties=" + (all.count == 1 ? all[0] : "'\(all.joined(separator: " "))'")
    }

    /// Ends the server; what played or listened loses its connection.
    public func stop() {
        processes.withLock { processes in
            for process in processes.reversed() { process.end() }
            processes = []
        }
    }

    /// The same without a farewell, as after a crash. What plays is ended too.
    public func kill() {
        feeder.withLock { $0 = nil }
        players.withLock { $0 = [:] }
        processes.withLock { processes in
            for process in processes.reversed() { process.kill() }
            processes = []
        }
    }

    /// The server hangs: alive, and answering no one, until `resume`.
    public func pause() { processes.withLock { for process in $0 { process.pause() } } }
    public func resume() { processes.withLock { for process in $0 { process.resume() } } }

    /// Starts it again after `stop` or `kill`, at the same address; the signal has to be fed again.
    public func start() throws {
        // What a server leaves when it is ended would look like one that is up.
        for name in ["native", "bus", "pipewire-0", "pipewire-0-manager", "pipewire-0.lock", "pid"] {
            unlink(home + "/" + name)
        }
        for (command, sign) in server.processes(in: home) {
            let process = try FixtureProcess(command, environment: server.environment(in: home), log: scratch.file("log"))
            processes.withLock { $0.append(process) }
            guard let sign else { continue }
            try waitUntil("\(command[0]): \(textOfFile(scratch.file("log")).suffix(500))") {
                try process.expectRunning()
                return Port.isListening(at: sign)
            }
        }
        try waitUntil("\(server): \(textOfFile(scratch.file("log")).suffix(500))") {
            for process in processes.withLock({ $0 }) { try process.expectRunning() }
            return (try? control("info")) != nil  // refused until it listens
        }
        try loadSpeakers()
        try loadSink("headphones", "Headphones")
        switch microphone {
        case .virtual(let channels): try loadSink("mic_feed", "Feed", channels: channels)
        case .none: try loadSink("mic_feed", "Feed", channels: 1)
        case .card: break
        }
        try loadMicrophone()
        try choose()
    }

    /// Ends the server and starts it again at the same address; the signal has to be fed again.
    public func restart() throws {
        feeder.withLock { $0 = nil }
        stop()
        try start()
    }

    /// When clicks entered the microphone, as an independent listener has it: the fixture's own error.
    public func clickTimes(count: Int) throws -> [MediaTime] {
        let listener = try listen()
        try waitUntil("\(count) clicks", timeout: .seconds(Int64(3 * count + 10))) {
            try listener.expectRunning()
            return Self.clicks(listener).count >= count
        }
        return Self.clicks(listener)
    }

    /// When a loud sample came out of a source, as a listener of its own has it: after its start the server may be silent for two seconds,
    /// which it has made before anyone played.
    public func waitUntilAudible(_ source: String = "mic") throws -> MediaTime {
        let file = scratch.file("heard")
        let descriptor = open(file, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FixtureError("cannot write \(file)") }
        defer { close(descriptor) }
        let format = ["--raw", "--format=float32le", "--rate=48000", "--channels=1", "--latency-msec=10"]
        let listener = try FixtureProcess(["parec", "--device=\(source)"] + format, environment: environment, standardOutput: descriptor)
        var (samples, position) = ([Float](repeating: 0, count: 4800), off_t(0))
        try waitUntil("a sample of \(source)") {
            try listener.expectRunning()
            let count = samples.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, position) } / MemoryLayout<Float>.size
            position += off_t(max(0, count) * MemoryLayout<Float>.size)
            return samples.prefix(max(0, count)).contains { abs($0) > 0.01 }
        }
        listener.kill()
        return .now()
    }

    /// A listener at the microphone, until it is let go.
    public func listen() throws -> FixtureProcess { try FixtureProcess([builtProduct("SoundFeed"), "listen", "mic"], environment: environment) }

    /// When the speakers have played a click so far, by their own clock; empty where they have none.
    public var playedClicks: [MediaTime] { players.withLock { $0["speakers"].map { Self.clicks($0.process) } ?? [] } }

    /// What a listener has heard so far.
    public static func clicks(_ listener: FixtureProcess) -> [MediaTime] {
        listener.output.split(separator: "\n").compactMap { line in
            guard line.hasPrefix("click "), let time = Int64(line.dropFirst(6)) else { return nil }
            return MediaTime(nanoseconds: time)
        }
    }
}
