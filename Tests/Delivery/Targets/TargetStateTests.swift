import Testing

@testable import Delivery

@Suite struct TargetStateTests {
    /// Which may follow: + may, - may not, in the order of `allCases`.
    private static let table = """
        idle          - + - - - + - +
        connecting    - - + - + + + +
        connected     - + - + + + + +
        live          - + - - + + + +
        reconnecting  - + + - - + + +
        paused        - + + - - - - +
        failed        - + - - - - - -
        closed        - - - - - - - -
        """

    @Test func everyPairIsLegalOrNot() {
        let rows = Self.table.split(separator: "\n").map { $0.split(separator: " ") }
        #expect(rows.map { String($0[0]) } == TargetState.allCases.map(\.rawValue))
        for (from, row) in zip(TargetState.allCases, rows) {
            #expect(row.count == 1 + TargetState.allCases.count)
            for (to, mark) in zip(TargetState.allCases, row.dropFirst()) {
                #expect(from.successors.contains(to) == (mark == "+"), "\(from) to \(to)")
            }
        }
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
