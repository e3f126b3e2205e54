import Fixtures
import Frames
import Picture
import Platform
import Synchronization
import Testing

@testable import Session

/// All overlays at once become others.
@Suite struct OverlayExchangeTests {
    private final class Shown: Sendable {
        let ids = Mutex<[Int]>([])
    }

    private let shown = Shown()
    private let overlays: Overlays
    private static let canvas = PixelSize(width: 640, height: 360)

    init() throws {
        overlays = try Overlays(group: "talk", start: .now()) { [shown] id, overlay in shown.ids.withLock { $0.append(overlay == nil ? -id : id) } }
        overlays.fit(Self.canvas)
    }

    private func text(_ text: String) -> OverlayChoice { OverlayChoice(.text(text)) }

    /// What changes, as `shown` has it.
    private func exchange(_ choices: [OverlayChoice]) -> (changes: [Int], problems: [String]) {
        let exchange = overlays.prepare(choices, on: Self.canvas)
        var changes: [Int] = []
        overlays.carryOut(exchange) { changes = $0.map { $0.overlay == nil ? -$0.id : $0.id } }
        return (changes, exchange.problems)
    }

    @Test func whatStaysIsNotTouchedAndTheRestIsExchanged() throws {
        defer { overlays.stop() }
        for word in ["a", "b", "c"] { try overlays.add(text(word)) }
        #expect(exchange([text("a"), text("c"), text("d")]).changes == [-2, 4])
        #expect(overlays.choices == [text("a"), text("c"), text("d")] && overlays.statuses.map(\.id) == [1, 3, 4])
        // What is to lie above something new is new as well.
        #expect(exchange([text("e"), text("c")]).changes == [-1, -3, -4, 5, 6])
        #expect(overlays.choices == [text("e"), text("c")])
        #expect(exchange([]).changes == [-5, -6] && overlays.statuses.isEmpty)
    }

    @Test func whatCannotBeShownIsNamedAndTheRestIs() throws {
        defer { overlays.stop() }
        let (changes, problems) = exchange([OverlayChoice(.picture("/no/such.png")), text("a")])
        #expect(changes == [1] && problems.count == 1 && problems[0].contains("/no/such.png"))
        #expect(overlays.choices == [text("a")] && overlays.statuses.first?.width ?? 0 > 0)
    }

    @Test func theThreadGoesOnWithWhatWasExchanged() throws {
        defer { overlays.stop() }
        _ = exchange([text("{clock:%S}")])
        try waitUntil("the next second twice") { shown.ids.withLock { $0 }.filter { $0 == 1 }.count >= 2 }
        _ = exchange([text("still")])
        try waitUntil("the clock's end") { shown.ids.withLock { $0.contains(-1) } }
        // Nothing of one that is gone comes after its end.
        #expect(shown.ids.withLock { $0.last == -1 })
    }
}
