import Fixtures
import Frames
import Picture
import Platform
import Testing

@testable import Session

@Suite struct CanvasStateTests {
    private static let size = PixelSize(width: 64, height: 48)

    /// What encodings of these numbers are lent: whether it has full chroma.
    private func lent(_ state: CanvasState, _ ids: Int...) -> [Bool?] {
        ids.map { id in state.take(id) { (view, _) in view.fullChroma != nil } }
    }

    @Test func fullChromaIsThereAsLongAsAnEncodingWantsIt() throws {
        let state = CanvasState()
        state.addViewer(1, at: .now())
        state.addViewer(2, wantsFullChroma: true, at: .now())
        try state.open(Self.size)
        #expect(lent(state, 1, 2) == [true, true], "wanted before there was a canvas")
        state.removeViewer(2)
        #expect(lent(state, 1) == [false] && !state.wantsFullChroma)
        for id in [3, 4] { state.addViewer(id, wantsFullChroma: true, at: .now()) }
        #expect(lent(state, 1, 3) == [true, true])
        state.removeViewer(3)
        #expect(lent(state, 1, 4) == [true, true])
        try state.resize(to: PixelSize(width: 32, height: 24), shapes: [:], at: .now())
        #expect(lent(state, 4) == [true])
        state.removeViewer(4)
        #expect(lent(state, 1) == [false])
    }

    /// A slate that was painted without gets it, and one that was painted with it loses what no one wants.
    @Test func slatesHaveTheChromaThatIsWanted() throws {
        let state = CanvasState()
        try state.open(Self.size)
        let slate = try Canvas(size: Self.size)
        state.addViewer(1, at: .now())
        state.cover(true, with: slate, at: .now())
        #expect(lent(state, 1) == [false])
        state.addViewer(2, wantsFullChroma: true, at: .now())
        #expect(lent(state, 1, 2) == [true, true] && slate.hasFullChroma)
        let newer = try Canvas(size: Self.size)
        state.cover(true, with: newer, at: .now())
        #expect(lent(state, 2) == [true] && newer.hasFullChroma)
        state.removeViewer(2)
        #expect(lent(state, 1) == [false] && !newer.hasFullChroma)
        let full = try Canvas(size: Self.size)
        full.setFullChroma(true)
        state.cover(true, with: full, at: .now())
        #expect(!full.hasFullChroma)
    }
}
