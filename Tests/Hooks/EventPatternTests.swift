import Events
import Testing

@testable import Hooks

/// Which events `--on` is for.
@Suite struct EventPatternTests {
    @Test func aCodeNamesItselfAndThoseThatItNamesInGeneral() throws {
        let pattern = try EventPattern(parsing: "target.rejected")
        for code in ["target.rejected", "target.rejected.busy"] { #expect(pattern.matches(code), "\(code)") }
        for code in ["target.rejectedAll", "target", "target.live", "agent.refused"] { #expect(!pattern.matches(code), "\(code)") }
    }

    @Test func anAsteriskTakesAllThatBeginSo() throws {
        let family = try EventPattern(parsing: "target.*")
        #expect(family.matches("target.live") && !family.matches("agent.live"))
        let part = try EventPattern(parsing: "target.re*")
        #expect(part.matches("target.removed") && part.matches("target.rejected.busy") && !part.matches("target.live"))
        let all = try EventPattern(parsing: "*")
        #expect(EventCode.allCases.allSatisfy { all.matches($0.rawValue) == !$0.rawValue.hasPrefix("hook.") })
    }

    /// They would go round for ever.
    @Test(arguments: ["hook.failed", "hook.*", "hook", "hook.f*"]) func eventsOfHooksRunNone(text: String) {
        let error = #expect(throws: HookError.self) { try EventPattern(parsing: text) }
        #expect(error?.message.hasPrefix("events of hooks run no hook") == true, "\(text): \(error?.message ?? "")")
    }

    @Test(arguments: [
        ("target.lost", "target.connectionLost"), ("target.conectionLost", "target.connectionLost"), ("target", "target*"),
        ("target.Live", "target.live"), ("sound.lost", "sound.sourceLost"), ("agent.lots", "agent.lost"), ("picture.clip", "picture.clip*"),
        ("targte.*", "codes begin with agent, cast, "), ("x", "codes begin with"), ("", "codes begin with"),
    ])
    func whatThereIsNotNamesTheNearest(text: String, nearest: String) {
        let error = #expect(throws: HookError.self) { try EventPattern(parsing: text) }
        let message = error?.message ?? ""
        #expect(message.hasPrefix("no event is called '\(text)': ") && message.contains(nearest) && !message.contains("\n"), "\(message)")
    }

    @Test func whatIsSuggestedIsTaken() throws {
        for name in ["target", "picture.clip", "target.lost", "recording"] {
            _ = try EventPattern(parsing: try #require(EventPattern.nearest(name)))
        }
    }

    @Test func theFirstSignOfEqualityDividesEventAndCommand() throws {
        let hook = try EventHook(parsing: "target.live=A=b true")
        #expect(hook.pattern.description == "target.live" && hook.command == "A=b true")
        for text in ["target.live", "target.live=", "target.live= ", "=true", "target.live=a\0b"] {
            let error = #expect(throws: HookError.self) { try EventHook(parsing: text) }
            #expect(error?.message.contains("\n") == false, "\(text)")
        }
    }
}
