import Fixtures
import Foundation
import TestSupport
import Testing

/// The tests ask a host over its control socket; people ask it with commands.
@Suite(.serialized) struct CommandTests {
    /// The names of an object's fields.
    private func fields(_ object: Any?) -> Set<String> { Set((object as? [String: Any] ?? [:]).keys) }

    @Test func theCommandsPrintWhatTheSocketAnswers() throws {
        let scratch = Scratch()
        let stream = try Stream.card(to: [scratch.file("card.mkv")])
        try stream.waitUntilLive()
        func printed(_ arguments: String...) throws -> [String: Any] {
            try JSONSerialization.jsonObject(with: stream.command(arguments)) as? [String: Any] ?? [:]
        }
        let status = try stream.status()
        #expect(try fields(printed("status", "--json")) == fields(status) && !status.isEmpty)
        let targets = try printed("targets", "--json")["targets"] as? [[String: Any]] ?? []
        #expect(try targets.count == 1 && fields(targets.first) == fields(stream.target(1)))
        let (levels, audio) = (try printed("audio", "--json", "--all"), try stream.audio())
        #expect(!audio.isEmpty && fields(levels) == fields(audio))
        #expect(fields((levels["sources"] as? [Any])?.first) == fields((audio["sources"] as? [Any])?.first))
        let lines = String(decoding: try stream.command("events", "--json"), as: UTF8.self).split(separator: "\n")
        let codes = try lines.map { try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] }.compactMap { $0?["code"] as? String }
        #expect(codes == (try stream.control.events().compactMap { $0["code"] as? String }) && codes.contains("target.live"))
        try stream.stop()
    }

    /// The host has confirmed the pause when the command returns: what asks next sees it.
    @Test func whatWasPausedIsResumedAtOnceWithoutItsNumber() throws {
        let scratch = Scratch()
        let stream = try Stream.card(to: [scratch.file("card.mkv")])
        try stream.waitUntilLive()
        for _ in 0..<10 {
            try stream.command("pause")
            try stream.command("resume")
        }
        try stream.stop()
    }
}
