import Fixtures
import Foundation
import Synchronization

/// An SRT listener on a free port of loopback that judges stream ids, and takes callers with the right passphrase: SRTGate.
public final class SRTServer: Sendable {
    public let port = Port.free()
    private let scratch = Scratch()
    private let arguments: [String]
    private let run = Mutex<(number: Int, process: FixtureProcess?)>((0, nil))

    /// - Parameters:
    ///   - passphrase: of callers; `nil` for none.
    ///   - isLenient: whether callers with a wrong one are taken too.
    public init(passphrase: String? = nil, isLenient: Bool = false) throws {
        arguments = (passphrase.map { [$0] } ?? []) + (isLenient ? ["lenient"] : [])
        try start()
    }

    // Before its directory goes.
    deinit { kill() }

    public var url: String { "srt://127.0.0.1:\(port)" }

    /// What has been received since it was started last.
    public var received: String { file(run.withLock { $0.number }) }
    public var receivedBytes: Int { FileManager.default.contents(atPath: received)?.count ?? 0 }

    private func file(_ number: Int) -> String { scratch.file("\(number).ts") }

    /// Starts it again after `kill`, on the same port.
    public func start() throws {
        let process = try run.withLock { run in
            run.number += 1
            let descriptor = open(file(run.number), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw FixtureError("cannot write \(scratch.path)") }
            defer { close(descriptor) }
            let process = try FixtureProcess([builtProduct("SRTGate"), "\(port)"] + arguments, standardOutput: descriptor)
            run.process = process
            return process
        }
        try waitUntil("SRTGate: \(process.output)") {
            try process.expectRunning()
            return Port.isBound(port)
        }
    }

    /// As a crash would: no one is told.
    public func kill() { run.withLock { $0.process?.kill() } }
    public func pause() { run.withLock { $0.process?.pause() } }
    public func resume() { run.withLock { $0.process?.resume() } }
}
