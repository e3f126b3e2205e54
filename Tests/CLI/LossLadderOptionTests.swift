import Platform
import Session
import Testing

@testable import SplitcastCLI

/// What `--on-loss` comes to.
@Suite struct LossLadderOptionTests {
    @Test func everyRungMayBeLeftOut() throws {
        let (hold, ladder) = try LossLadderOption.parse("--on-loss", "hold=3s,slate=10m,audio=1h,stop")
        #expect(hold == .seconds(3))
        #expect(ladder == LossLadder([.init(.slate, for: .seconds(600)), .init(.audio, for: .seconds(3600)), .init(.stop, for: nil)]))
        #expect(try LossLadderOption.parse("--on-loss", "audio").ladder == LossLadder([.init(.audio, for: nil)]))
        let held = try LossLadderOption.parse("--on-loss", "hold")
        #expect(held.hold == nil && held.ladder == nil)
    }

    @Test(arguments: [
        "", "hold=3s", "slate,stop", "stop=3s", "audio=3s,slate", "wait=3s", "slate=10x", "hold,slate", "slate=3s,slate", "slate=3s,", "slate=10m",
        "hold=3s,slate=10m,audio=1h",
    ])
    func aMistakeIsOneLineWithTheRightForm(text: String) {
        let failure = #expect(throws: CommandFailure.self) { try LossLadderOption.parse("--on-loss", text) }
        #expect(failure?.message.contains("--on-loss") == true && failure?.message.contains("\n") == false, "\(failure?.message ?? "")")
    }
}
