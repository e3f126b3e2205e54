import Foundation
import MediaFixtures
import Testing

/// A real SRT listener that judges stream ids: SRTGate, built beside the tests.
final class SRTListener {
    let port = Port.free()
    private let scratch = ScratchDirectory()
    private let words: [String]
    private var server: Server?
    private var starts = 0

    init(passphrase: String? = nil, isLenient: Bool = false) throws {
        words = (passphrase.map { [$0] } ?? []) + (isLenient ? ["lenient"] : [])
        try start()
    }

    deinit { kill() }

    var url: String { "srt://127.0.0.1:\(port)" }

    /// What the listener that was started last has received.
    var received: String { scratch.file("\(starts).ts") }
    var receivedBytes: Int {
        var facts = stat()
        return stat(received, &facts) == 0 ? Int(facts.st_size) : 0
    }

    func start() throws {
        starts += 1
        server = try Server(try Self.program(), ["\(port)"] + words, log: received)
        try #require(Watchdog.until { Self.isBound(port) }, "no one listens at \(port)")
    }

    /// As a crash would: no one is told.
    func kill() { server?.end() }
    func pause() { server?.pause() }
    func resume() { server?.resume() }

    private static func program() throws -> String {
        let own = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        let places = [own, URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()]
        let paths = places.map { $0.appendingPathComponent("SRTGate").path }
        return try #require(paths.first { FileManager.default.isExecutableFile(atPath: $0) }, "SRTGate is not built: not among \(paths)")
    }

    /// Whether a UDP socket of this machine has the port, as the kernel lists them.
    static func isBound(_ port: Int) -> Bool {
        let digits = String(port, radix: 16, uppercase: true)
        let ending = ":" + String(repeating: "0", count: 4 - digits.count) + digits
        // try?: without the list no one is bound.
        let list = (try? String(contentsOfFile: "/proc/net/udp", encoding: .utf8)) ?? ""  // none
        return list.split(separator: "\n").contains { line in
            line.split(separator: " ").dropFirst().first?.hasSuffix(ending) == true
        }
    }
}
