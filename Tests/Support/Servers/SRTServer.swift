import Foundation

/// An SRT listener on a free port of loopback that takes callers with the right passphrase.
public final class SRTServer: Sendable {
    public let port: UInt16
    private let server: FixtureProcess
    private let scratch: Scratch

    public init(passphrase: String) throws {
        (port, scratch) = (try freePort(), try Scratch())
        let descriptor = open(scratch.file("received.ts"), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FixtureError("cannot write \(scratch.path)") }
        defer { close(descriptor) }
        server = try FixtureProcess([try builtProduct("SRTGate"), "\(port)", passphrase], standardOutput: descriptor)
        let place = ":" + String(format: "%04X", Int(port))
        try waitUntil("SRTGate: \(server.output)") {
            try server.expectRunning()
            let rows = textOfFile("/proc/net/udp").split(separator: "\n").map { $0.split(separator: " ") }
            return rows.contains { $0.count > 1 && $0[1].hasSuffix(place) }
        }
    }

    // Before its directory goes.
    deinit { server.end() }

    public var url: String { "srt://127.0.0.1:\(port)" }
    public var receivedBytes: Int { FileManager.default.contents(atPath: scratch.file("received.ts"))?.count ?? 0 }
}
