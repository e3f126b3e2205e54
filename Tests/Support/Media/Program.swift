import Foundation

/// A program run to its end, with what it said.
public struct Program {
    public let status: Int32
    public let text: String
    public let complaints: String

    /// Runs `name` from PATH and waits for its end; a run of a minute is ended by its id.
    public static func run(_ name: String, _ arguments: [String]) -> Program {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        // `timeout` ends what hangs, so that no test waits for ever.
        process.arguments = ["timeout", "60", name] + arguments
        let (out, err) = (Pipe(), Pipe())
        (process.standardOutput, process.standardError, process.standardInput) = (out, err, FileHandle.nullDevice)
        do { try process.run() } catch { return Program(status: -1, text: "", complaints: "\(error)") }
        nonisolated(unsafe) var complaints = Data()
        let group = DispatchGroup()
        group.enter()
        DispatchQueue.global().async {
            complaints = err.fileHandleForReading.readDataToEndOfFile()
            group.leave()
        }
        let text = out.fileHandleForReading.readDataToEndOfFile()
        group.wait()
        process.waitUntilExit()
        return Program(
            status: process.terminationStatus, text: String(decoding: text, as: UTF8.self),
            complaints: String(decoding: complaints, as: UTF8.self))
    }

    /// What a decoder has to say about a file: nothing, if all is well.
    public static func decodingComplaints(_ file: String) -> String {
        let run = run("ffmpeg", ["-v", "warning", "-i", file, "-fps_mode", "passthrough", "-f", "null", "-"])
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
