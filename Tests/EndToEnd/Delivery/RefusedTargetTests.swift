import Fixtures
import Foundation
import ServerFixtures
import TestSupport
import Testing

/// Who will never be let in is told so, once, with what to do; all others are live.
@Suite(.serialized) struct RefusedTargetTests {
    /// A TLS server whose certificate no one has vouched for.
    private static func stranger(_ scratch: Scratch) throws -> (server: FixtureProcess, port: UInt16) {
        let (pair, port) = (try TestCertificate(in: scratch), Port.free())
        let files = ["-key", pair.key, "-cert", pair.certificate]
        let server = try FixtureProcess(["openssl", "s_server", "-accept", "127.0.0.1:\(port)", "-rev"] + files)
        try server.waitForOutput("ACCEPT")
        return (server, port)
    }

    @Test func aWrongKeyAWrongPassphraseAndAStrangersCertificateFailAlone() throws {
        let (server, srt, scratch) = (try RTMPServer(), try SRTServer(passphrase: "right-secret-words"), Scratch())
        let (stranger, port) = try Self.stranger(scratch)
        let bad = [
            server.url("guessedkey?token=wrong", application: "auth"), srt.url + "?passphrase=wrong-secret-words",
            "rtmps://127.0.0.1:\(port)/app/strangerkey",
        ]
        let good = [server.url("good"), srt.url + "?passphrase=right-secret-words", scratch.file("a.mkv")]
        let stream = try Stream.card(to: bad + good, "--reconnect", "fixed:100ms")
        for id in 1...3 { try stream.waitForTarget(id, toBe: "failed") }
        for id in 4...6 { try stream.waitForTarget(id, toBe: "live") }
        // Long enough for many an attempt, had one been made.
        for _ in 0..<3 { try stream.waitForProgress(of: 6) }
        let ends = ["rejected", "rejected.badKey", "failed"]
        let hints = ["key", "passphrase", "certificate"]
        for (id, (end, hint)) in zip(1..., zip(ends, hints)) {
            // Its state is seen a moment before the event is told.
            try waitUntil("\(end) to be told") { try stream.steps(of: id).last == end }
            #expect(try stream.steps(of: id) == ["added", "connecting", end])
            let error = try stream.target(id)["lastError"] as? String ?? ""
            #expect(error.contains(hint), "\(error)")
        }
        #expect(srt.receivedBytes > 0)
        let told = String(decoding: try stream.command("events"), as: UTF8.self)
        let shown = told + stream.process.output
        for secret in ["guessedkey", "strangerkey", "secret-words", "token=wrong"] { #expect(!shown.contains(secret), "\(secret): \(shown)") }
        // Of each what to do.
        #expect(told.ranges(of: "→ ").count >= 3, "\(told)")
        try stream.stop(exitCode: 1)
        for id in 1...3 { #expect(stream.process.output.contains("target \(id) got nothing: "), "\(stream.process.output)") }
        #expect(stranger.isRunning)
        #expect(try decodingErrors(of: scratch.file("a.mkv")) == "")
    }

    @Test func aBroadcastWhoseOnlyTargetIsRefusedEnds() throws {
        let server = try RTMPServer()
        let stream = try Stream.card(to: [server.url("guessedkey", application: "auth")])
        #expect(stream.process.exitStatus(within: .seconds(30)) == .exited(1), "\(stream.process.output)")
        let output = stream.process.output
        #expect(output.contains("every target has failed") && !output.contains("guessedkey"), "\(output)")
    }
}
