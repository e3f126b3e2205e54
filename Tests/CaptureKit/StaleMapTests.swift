import AgentProtocol
import AppGroup
import Frames
import Testing

@testable import CaptureKit

@Suite struct StaleMapTests {
    private let layout = FrameLayout(geometry: FrameGeometry(size: PixelSize(width: 100, height: 80))!, slotCount: 3)!

    @Test func everySlotBeginsStaleAllOver() {
        let map = StaleMap(layout)
        for slot in 0..<3 { #expect(map.missing(in: slot).bounds == PixelRectangle(x: 0, y: 0, width: 100, height: 80)) }
    }

    /// As with a swap chain's buffer age: a slot misses what changed while others were filled.
    @Test func aSlotMissesWhatChangedSinceItWasFilled() {
        var map = StaleMap(layout)
        for slot in 0..<3 { map.fill(slot) }
        let first = PixelRectangle(x: 0, y: 0, width: 10, height: 10)
        let second = PixelRectangle(x: 50, y: 50, width: 10, height: 10)
        map.add(Damage(first))
        map.fill(0)
        map.add(Damage(second))
        #expect(map.missing(in: 0) == Damage(second))
        #expect(map.missing(in: 1).bounds == first.union(second))
    }

    @Test func theSlotThatMissesLeastIsTakenAmongThoseLent() {
        var map = StaleMap(layout)
        let loans = AgentLoans()
        loans.begin(memoryNumber: 1, slotCount: 3)
        #expect(map.freshest(of: loans) == nil)
        loans.update(
            HostState(
                generation: 1, sequence: 1, wish: .capture, milliFramesPerSecond: 30_000, memoryNumber: 1, lentSlots: 0b101, lastNotice: 0))
        map.fill(1)
        map.fill(2)
        #expect(map.freshest(of: loans) == 2)
    }
}
