import Platform
import Testing

@testable import Intake

@Suite struct RefusalPacingTests {
    @Test func aFloodOfRefusalsIsToldInPartAndCounted() {
        var pacing = RefusalPacing()
        let began = MediaTime.now()
        let told = (0..<1000).compactMap { pacing.tell("no \($0)", at: began + .milliseconds(Int64($0))) }
        #expect(told == (0..<8).map { "no \($0)" })
        #expect(pacing.tell("later", at: began + .seconds(11)) == "later (992 before it were not told)")
        #expect(pacing.tell("last", at: began + .seconds(12)) == "last")
    }
}
