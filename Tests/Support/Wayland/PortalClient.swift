public import Fixtures
import Foundation

/// A cast as a stranger's program asks for it at a desktop's portal, read by a stranger's reader: what came with each frame, and the
/// last picture.
public struct PortalClient: Sendable {
    /// What is asked for.
    public enum Source: String, Sendable {
        case monitor, window, virtual
    }

    /// How the visit ended: 0, else 20 plus the portal's refusal (1 cancelled, 2 failed).
    public let status: ExitStatus
    /// Everything that was printed, by both.
    public let output: String
    /// A picture of the last frame; empty without one.
    public let picture: String
    private let scratch: Scratch

    /// - Parameters:
    ///   - cursor: hidden, embedded or metadata.
    ///   - token: of an earlier visit.
    ///   - count: how many frames are read.
    public init(
        to desktop: some WaylandDesktop, _ source: Source = .monitor, cursor: String = "embedded", token: String? = nil, persisting: Bool = false,
        frames count: Int = 3, timeout: Duration = .seconds(30)
    ) throws {
        scratch = Scratch()
        let file = scratch.file("frame.ppm")
        let wish = (source == .monitor ? [] : ["--" + source.rawValue]) + (token.map { ["--token", $0] } ?? []) + (persisting ? ["--persist"] : [])
        let process = try FixtureProcess(
            Self.command(["--cursor", cursor] + wish, then: [builtProduct("VideoNode"), "listen", "{fd}", "{node}", "\(count)", file]),
            environment: desktop.environment, log: scratch.file("log"))
        guard let status = process.exitStatus(within: timeout) else { throw FixtureError("the visit does not end:\n\(process.output.suffix(1500))") }
        (self.status, output, picture) = (status, process.output, file)
    }

    /// The command line of a client that asks for a cast and holds it while `command` runs, with {fd} and {node} in its words.
    public static func command(_ wish: [String] = [], then command: [String]) -> [String] {
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("portal-client.py").path
        return ["/usr/bin/python3", script] + wish + ["--"] + command
    }

    /// What the reader said of each frame with a picture.
    public var frames: [String] { lines("frame") }
    /// What it said of buffers without one.
    public var emptyBuffers: [String] { lines("empty") }
    public var token: String? { lines("token").first.map { String($0.dropFirst(6)) }.flatMap { $0 == "none" ? nil : $0 } }

    private func lines(_ word: String) -> [String] { output.split(separator: "\n").map(String.init).filter { $0.hasPrefix(word + " ") } }

    /// The stamp in the last picture, as it lies in memory.
    public var stamp: Stamp? {
        get throws { try StampReader(picture).frames.last?.stamp }
    }
}
