import AppGroup
import Glibc
import Platform

/// A process under examination: started here, its last output kept, ended with everything that it started.
///
/// One thread. `end` must be called before it is let go.
final class WatchedProcess {
    private static let mostText = 32 * 1024

    private let child: ChildProcess
    private(set) var end: ChildProcess.End?
    /// What it wrote to standard output and error; the last 32 KiB.
    private(set) var text = ""

    /// Starts it with the whole of our environment: it is the user's own command. It does not outlive the calling thread.
    /// - Parameter program: an absolute path.
    init(program: String, arguments: [String]) throws(SystemError) {
        var launch = Launch(program: program, arguments: arguments)
        launch.environment = Self.environment()
        launch.endsWithThread = true
        child = try ChildProcess(launch)
    }

    /// Starts one more of ourselves, to carry out an attack.
    convenience init(attack name: String, group: GroupName, seed: UInt64, cycles: Int) throws(SystemError) {
        var path = [CChar](repeating: 0, count: 4096)
        let count = try systemCall("readlink") { readlink("/proc/self/exe", &path, path.count) }
        try self.init(
            program: String(decoding: path[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self),
            arguments: ["attacker", "--group", group.text, "--seed", "\(seed)", "--cycles", "\(cycles)", name])
    }

    private static func environment() -> [String] {
        var variables: [String] = []
        var next = environ
        while let variable = next.pointee {
            variables.append(String(cString: variable))
            next += 1
        }
        return variables
    }

    var processID: Int32 { child.processID }
    /// Readable when it has ended.
    var endDescriptor: Int32 { child.endDescriptor }
    var textDescriptor: Int32 { child.textDescriptor }

    /// Reads what it wrote and whether it has ended. Call it often: a full pipe holds the process up.
    func look() {
        var bytes = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(child.textDescriptor, &bytes, bytes.count)
            guard count > 0 else { break }
            text += String(decoding: bytes[..<count], as: UTF8.self)
        }
        if text.utf8.count > Self.mostText { text = String(text.suffix(Self.mostText)) }
        if end == nil { end = child.reap() }
    }

    var isRunning: Bool {
        look()
        return end == nil
    }

    /// The whole lines that it wrote and that were not read yet; what follows the last of them stays.
    func nextLines() -> [Substring] {
        look()
        guard let end = text.lastIndex(of: "\n") else { return [] }
        defer { text = String(text[text.index(after: end)...]) }
        return text[..<end].split(separator: "\n")
    }

    /// Its last line, for a message.
    var lastLine: String { text.split(separator: "\n").last.map(String.init) ?? "" }

    /// How it ended, for a message; with its last line.
    var farewell: String {
        let how =
            switch end {
            case .exited(let code): "it exited with code \(code)"
            case .killed(let signal): "it was killed by signal \(signal)"
            case nil: "it runs"
            }
        return how + (lastLine.isEmpty ? " without a message" : ", saying '\(lastLine)'")
    }

    /// SIGTERM, after two seconds SIGKILL, to it and to whatever it started. Returns when it is gone; again does nothing.
    @available(*, noasync)
    func terminate() {
        guard isRunning else { return }
        child.signal(SIGTERM)
        var entry = pollfd(fd: child.endDescriptor, events: Int16(POLLIN), revents: 0)
        _ = pollUntil(.now() + .seconds(2), &entry, 1)
        // Not reaped yet, so that the number of its session cannot mean anyone else's.
        child.signalFamily(SIGKILL)
        while isRunning {
            child.signal(SIGKILL)
            entry.revents = 0
            _ = pollUntil(.now() + .milliseconds(50), &entry, 1)
        }
    }
}
