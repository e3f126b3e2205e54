import Testing

@testable import Delivery

@Suite struct ReconnectPolicyTests {
    private func waits(_ text: String, _ attempts: ClosedRange<Int>, limit: Int? = nil, dice: Double = 0) throws -> [Duration?] {
        var policy = try ReconnectPolicy(parsing: text)
        if let limit { policy.limit = limit }
        return attempts.map { policy.delay(beforeAttempt: $0, dice: dice) }
    }

    @Test func fixedWaitsTheSameWithoutEnd() throws {
        #expect(try waits("fixed:500ms", 1...3) == [.milliseconds(500), .milliseconds(500), .milliseconds(500)])
        #expect(try ReconnectPolicy(parsing: "fixed:2s") == .standard)
        #expect(try ReconnectPolicy(parsing: "fixed:1.5s").delay(beforeAttempt: 1_000_000) == .milliseconds(1500))
    }

    @Test func linearWaitsASecondMoreEachTimeAndGivesUp() throws {
        #expect(try waits("linear:5", 1...7) == [.seconds(1), .seconds(2), .seconds(3), .seconds(4), .seconds(5), nil, nil])
    }

    @Test func exponentialDoublesUpToItsMost() throws {
        let waits = try waits("exponential:1s..60s", 1...9)
        #expect(waits == [1, 2, 4, 8, 16, 32, 60, 60, 60].map { .seconds($0) })
        #expect(try ReconnectPolicy(parsing: "exponential:1s..1m").delay(beforeAttempt: Int.max) == .seconds(60))
    }

    @Test func diceMoveAnExponentialWaitByAFifth() throws {
        #expect(try waits("exponential:10s..60s", 1...2, dice: 1) == [.seconds(12), .seconds(24)])
        #expect(try waits("exponential:10s..60s", 1...1, dice: -1) == [.seconds(8)])
        #expect(try waits("exponential:10s..60s", 1...1, dice: 50) == [.seconds(12)])
        #expect(try waits("fixed:10s", 1...1, dice: 1) == [.seconds(10)])
    }

    @Test func anyPolicyMayBeLimited() throws {
        #expect(try waits("fixed:1s", 1...3, limit: 2) == [.seconds(1), .seconds(1), nil])
        #expect(try waits("exponential:1s..2s", 1...1, limit: 0) == [nil])
    }

    @Test(arguments: [
        "", "fixed", "fixed:", "fixed:0s", "fixed:50ms", "fixed:2h", "fixed:-1s", "fixed:nan", "fixed:1e400s", "fixed:2s5", "linear", "linear:0",
        "linear:-3", "linear:5s", "linear:1001", "exponential:1s", "exponential:60s..1s", "exponential:1s..", "exponential:..1s", "often:2s", "2s",
        "Fixed:2s", "fixed:٢s",
    ])
    func nonsenseIsRefusedWithTheRightForm(text: String) {
        let error = #expect(throws: DeliveryError.self) { try ReconnectPolicy(parsing: text) }
        #expect(error?.code == .badSetting && error?.message.hasPrefix("--reconnect \(text): ") == true)
    }

    @Test(arguments: ["fixed:2s", "fixed:500ms", "linear:5", "exponential:1s..60s"]) func itIsPrintedAsItIsParsed(text: String) throws {
        #expect(try ReconnectPolicy(parsing: text).description == text)
    }
}
