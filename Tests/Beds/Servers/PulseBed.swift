public import AppGroup
import Foundation
import Synchronization

/// A private PulseAudio without a sound card: a sink `speakers`, and a microphone `mic` that hears what it is fed.
public final class PulseBed: Sendable {
    /// What the microphone hears.
    public enum Signal: String, Sendable {
        case silence
        /// A sine of 1 kHz at −20 dBFS.
        case tone
        /// The tone, and a click of 5 ms at the start of each second of the signal.
        case ticks
        /// Silence, and a click at each whole 2 s of `CLOCK_MONOTONIC`: what a `Pump` in flash mode shows.
        /// The click enters the microphone within ±3 ms of that instant, ±8 ms on a busy machine (measured by `clickTimes`).
        case click
    }

    /// For `$PULSE_SERVER`.
    public let address: String
    private let scratch: Scratch
    private let server: Mutex<BedProcess>
    private let feeder = Mutex<BedProcess?>(nil)

    private static let microphone = [
        "module-remap-source", "source_name=mic", "master=mic_feed.monitor", "source_properties=device.description=Microphone",
    ]

    public init(feeding signal: Signal = .silence) throws {
        scratch = try Scratch()
        address = "unix:" + scratch.file("native")
        let script = """
            load-module module-native-protocol-unix socket=\(scratch.file("native")) auth-cookie-enabled=0 auth-anonymous=1
            load-module module-null-sink sink_name=speakers rate=48000 channels=2 sink_properties=device.description=Speakers
            load-module module-null-sink sink_name=mic_feed rate=48000 channels=1 channel_map=mono
            load-module \(Self.microphone.joined(separator: " "))
            set-default-sink speakers
            set-default-source mic

            """
        try scratch.write(script, to: "script.pa")
        server = Mutex(try Self.start(in: scratch))
        try waitForServer()
        try feed(signal)
    }

    // Before their directory goes.
    deinit {
        feeder.withLock { _ = $0?.end() }
        server.withLock { _ = $0.end() }
    }

    private static func start(in scratch: Scratch) throws -> BedProcess {
        let home = try scratch.directory("home")
        let places = ["HOME", "XDG_RUNTIME_DIR", "PULSE_RUNTIME_PATH", "PULSE_STATE_PATH"]
        var environment: [String: String?] = ["DISPLAY": nil, "DBUS_SESSION_BUS_ADDRESS": nil, "PULSE_SERVER": nil]
        for place in places { environment[place] = home }
        return try BedProcess(
            [
                "pulseaudio", "-n", "-F", scratch.file("script.pa"), "--daemonize=no", "--use-pid-file=no",
                "--exit-idle-time=-1", "--high-priority=yes", "--realtime=no", "--log-level=notice",
            ], environment: environment, log: scratch.file("log"))
    }

    private func waitForServer() throws {
        try waitUntil("PulseAudio: \(textOfFile(scratch.file("log")).suffix(500))") {
            try server.withLock { try $0.expectRunning() }
            return (try? control("info")) != nil  // refused until it listens
        }
    }

    /// The environment changes of a program that is to hear or play here.
    public var environment: [String: String?] { ["PULSE_SERVER": address] }

    /// pactl(1) on this server.
    @discardableResult
    public func control(_ arguments: String...) throws -> String {
        String(decoding: try runTool(["pactl"] + arguments, environment: environment), as: UTF8.self)
    }

    /// Changes what the microphone hears; returns when the new signal flows.
    public func feed(_ signal: Signal) throws {
        feeder.withLock {
            $0?.end()
            $0 = nil
        }
        guard signal != .silence else { return }
        let child = try BedProcess([builtProduct("SoundFeed"), "feed", "mic_feed", signal.rawValue], environment: environment)
        try child.waitForOutput("ready")
        feeder.withLock { $0 = child }
    }

    /// The microphone goes, as a plug that is pulled; streams on it are ended or moved by the server.
    public func unplug() throws { try control("unload-module", "module-remap-source") }

    /// The microphone comes back and is the default again.
    public func plug() throws {
        _ = try runTool(["pactl", "load-module"] + Self.microphone, environment: environment)
        try control("set-default-source", "mic")
    }

    /// Ends the server and starts it again at the same address; the signal has to be fed again.
    public func restart() throws {
        try feed(.silence)
        try server.withLock {
            $0.end()
            $0 = try Self.start(in: scratch)
        }
        try waitForServer()
    }

    /// When clicks entered the microphone, as an independent listener has it: the bed's own error.
    public func clickTimes(count: Int) throws -> [MediaTime] {
        let listener = try BedProcess([builtProduct("SoundFeed"), "listen", "mic"], environment: environment)
        func clicks() -> [MediaTime] {
            listener.output.split(separator: "\n").compactMap { line in
                guard line.hasPrefix("click "), let time = Int64(line.dropFirst(6)) else { return nil }
                return MediaTime(nanoseconds: time)
            }
        }
        try waitUntil("\(count) clicks", timeout: .seconds(Int64(3 * count + 10))) {
            try listener.expectRunning()
            return clicks().count >= count
        }
        return clicks()
    }
}
