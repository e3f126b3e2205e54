import Testing

@testable import Delivery

@Suite struct TargetStateTests {
    /// Which may follow: + may, - may not, in the order of `allCases`.
    static let table = """
        idle          - + - - - + - +
        connecting    - - + - + + + +
        connected     - + - + + + + +
        live          - + - - + + + +
        reconnecting  - + + - - + + +
        paused        - + + - - - - +
        failed        - + - - - - - -
        closed        - - - - - - - -
        """

    /// Every pair of a state and one that may follow it.
    static var steps: Set<[TargetState]> {
        var steps: Set<[TargetState]> = []
        for row in table.split(separator: "\n").map({ $0.split(separator: " ") }) {
            for (to, mark) in zip(TargetState.allCases, row.dropFirst()) where mark == "+" {
                steps.insert([TargetState(rawValue: String(row[0]))!, to])
            }
        }
        return steps
    }

    @Test func theTableHasEveryPair() {
        let rows = Self.table.split(separator: "\n").map { $0.split(separator: " ") }
        #expect(rows.map { String($0[0]) } == TargetState.allCases.map(\.rawValue))
        #expect(rows.allSatisfy { $0.count == 1 + TargetState.allCases.count })
    }

    @Test func whoIsConnectedHasNotEnded() {
        #expect(TargetState.allCases.filter(\.isConnected) == [.connected, .live])
        #expect(TargetState.allCases.filter(\.isEnded) == [.failed, .closed])
    }

    /// They are what `status`, `targets` and the page show: never renamed.
    @Test func theirNamesStay() {
        #expect(TargetState.allCases.map(\.rawValue) == ["idle", "connecting", "connected", "live", "reconnecting", "paused", "failed", "closed"])
    }
}
