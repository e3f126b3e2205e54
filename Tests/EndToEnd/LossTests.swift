import Judging
import TestSupport
import Testing

/// The live agent is gone, or there and dead: how soon the host knows, and how soon viewers see the next one's frame.
///
/// The median is asked, since any single one may fall into a busy moment of the machine.
@Suite(.serialized, .rerunWhenLate) struct LossTests {
    @Test func anAgentThatIsKilledIsMissedAtOnceAndSoonReplaced() throws {
        var scenario = LossScenario()
        (scenario.blow, scenario.count) = (.kill, 9)
        let result = try scenario.run()
        expectInTime(result.noticed.at(0.5) <= .milliseconds(50), "\(result.noticed)")
        expectInTime(result.replaced.at(0.5) <= .seconds(1), "\(result.replaced)")
        #expect(result.reconnects == 0)
        #expect(result.leftOver == 0)
    }

    @Test func anAgentThatHangsIsMissedWithinASecond() throws {
        var scenario = LossScenario()
        (scenario.blow, scenario.count) = (.hang, 6)
        let result = try scenario.run()
        expectInTime(result.noticed.at(0.5) <= .seconds(1), "\(result.noticed)")
        #expect(result.reconnects == 0)
        #expect(result.leftOver == 0, "what hung is killed")
    }
}
