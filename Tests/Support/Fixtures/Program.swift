public import Foundation

/// A program run to its end, with what it said.
public struct Program: Sendable {
    /// Its exit status; −1 if it could not be started, 124 if it was not done in time, 128 and more if a signal ended it.
    public let status: Int32
    public let output: Data
    /// What it wrote to standard error.
    public let complaints: String
    private let command: String

    public var text: String { String(decoding: output, as: UTF8.self) }

    /// Runs `arguments`, of which the first is a path or a name in PATH; what is not done after `timeout` is ended.
    ///
    /// - Throws: `FixtureError` when it cannot be started.
    public init(_ arguments: [String], environment: [String: String?] = [:], timeout: Duration = .seconds(60)) throws {
        let scratch = Scratch()
        let path = scratch.file("out")
        let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FixtureError("cannot write \(path)") }
        defer { close(descriptor) }
        let child = try FixtureProcess(arguments, environment: environment, log: scratch.file("err"), standardOutput: descriptor)
        switch child.exitStatus(within: timeout) {
        case .exited(let code)?: status = code
        case .killed(let signal)?: status = 128 + signal
        case nil:
            status = 124
            child.kill()
        }
        (command, output, complaints) = (child.command, Data(bytesOfFile(path)), child.output)
    }

    private init(failure: any Error) { (status, command, output, complaints) = (-1, "", Data(), "\(failure)") }

    /// Runs `name` from PATH and waits for its end, a minute at most.
    public static func run(_ name: String, _ arguments: [String]) -> Program {
        do { return try Program([name] + arguments) } catch { return Program(failure: error) }
    }

    /// Itself, if it went well.
    func checked() throws -> Program {
        guard status == 0 else { throw FixtureError("'\(command)' failed (\(status)):\n\(complaints.suffix(1500))") }
        return self
    }

    /// What a decoder has to say about a file: nothing, if all is well.
    public static func decodingComplaints(_ file: String) -> String {
        // Times as they are: counted in frames, two pictures that lie between two places of that grid would fall on one.
        let asTheyAre = ["-fps_mode", "passthrough", "-enc_time_base", "-1"]
        let run = run("ffmpeg", ["-v", "warning", "-i", file] + asTheyAre + ["-f", "null", "-"])
        return run.status == 0 ? run.complaints : "status \(run.status): \(run.complaints)"
    }

    /// ffprobe's values of `entries`, one row per line, columns by comma.
    public static func probe(_ file: String, _ entries: String, _ more: [String] = []) -> [[String]] {
        let run = run("ffprobe", ["-v", "error"] + more + ["-show_entries", entries, "-of", "csv=p=0", file])
        return run.text.split(separator: "\n").map {
            $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
    }
}
