import Fixtures
import Foundation

extension Stream {
    /// A test card that is streamed, without sound and page.
    public static func card(to targets: [String], _ more: String...) throws -> Stream {
        try Stream(
            ["live", "--capture", "pattern", "--pattern-size", "640x360", "--mic", "none", "--http", "off"] + targets.flatMap { ["--to", $0] } + more)
    }

    /// A target as `splitcast targets --json` shows it; empty when there is none of that number.
    public func target(_ id: Int) throws -> [String: Any] {
        let list: [[String: Any]] = try control.part("targets", of: control.ask("targets"))
        return list.first { $0["id"] as? Int == id } ?? [:]
    }

    public func state(of id: Int) throws -> String { try target(id)["state"] as? String ?? "gone" }

    public func waitForTarget(_ id: Int, toBe state: String) throws {
        try waitUntil("target \(id) to be \(state): \(process.output.suffix(800))") {
            try process.expectRunning()
            return (try? self.state(of: id)) == state  // no answer while it starts
        }
    }

    /// Waits until it has sent more than now.
    public func waitForProgress(of id: Int, bytes: Int = 20_000) throws {
        let before = try target(id)["bytesSent"] as? Int ?? 0
        try waitUntil("target \(id) to send: \(process.output.suffix(800))") { try target(id)["bytesSent"] as? Int ?? 0 > before + bytes }
    }

    /// Everything that was told so far.
    public func events() throws -> [[String: Any]] { try control.events() }

    /// The codes of what was told about a target so far, without their "target."; that a recording's file was begun is left out.
    public func steps(of id: Int) throws -> [String] {
        let codes = try control.events().filter { $0["target"] as? Int == id }.compactMap { $0["code"] as? String }
        return codes.filter { $0 != "recording.file" }.map {
            $0.hasPrefix("target.") ? String($0.dropFirst("target.".count)) : $0
        }
    }
}
