import AppGroup
import Intake

/// One source as the canvas's thread sees it, and that thread only.
final class CanvasSource {
    /// With fewer slots an agent would wait for the one that is kept here.
    private static let leastSlots = 3

    let feed: SourceFeed
    var absence: Absence
    /// The frame that is shown, with its slot: to be painted again where its layer changes though the screen stands still.
    private var shown: IncomingFrame?
    private var withdrawals: UInt64

    init(_ feed: SourceFeed, holdTime: Duration?) {
        self.feed = feed
        absence = Absence(holdTime: holdTime)
        withdrawals = feed.withdrawals
    }

    var name: SourceName { feed.name }

    /// It has shown something, or a slate stands in for it.
    var hasBegun: Bool { absence.state != .waiting }

    /// What it shows is not to be seen for now.
    var isAway: Bool { absence.slate != nil }

    /// Keeps a frame that was painted until the next one is.
    func keep(_ frame: consuming IncomingFrame) { shown = frame.loan.layout.slotCount < Self.leastSlots ? nil : consume frame }

    /// Lets go of what the intake wants back: memory that makes room for other, or whose agent has gone.
    func releaseWithdrawn() {
        let newest = feed.withdrawals
        guard newest != withdrawals else { return }
        withdrawals = newest
        shown = nil
    }

    /// Paints once more what is shown.
    func repaint(on state: CanvasState) {
        guard let frame = shown.take() else { return }
        state.repaint(frame, of: name.text)
        shown = consume frame
    }
}
