import AppGroup
import Frames

/// What each slot has missed since it was last filled, as a GPU's swap chain keeps a buffer's age.
struct StaleMap {
    private var stale: InlineArray<8, Damage> = .init(repeating: Damage())
    private let slotCount: Int
    private let whole: PixelRectangle

    /// Every slot is stale all over at first.
    init(_ layout: FrameLayout) {
        slotCount = layout.slotCount
        whole = PixelRectangle(of: layout.geometry.size)
        for slot in 0..<slotCount { stale[slot].add(whole) }
    }

    /// The screen changed: every slot misses that now.
    mutating func add(_ damage: Damage) { for slot in 0..<slotCount { stale[slot].add(damage) } }

    /// What `slot` misses.
    func missing(in slot: Int) -> Damage { stale[slot] }

    /// `slot` is up to date.
    mutating func fill(_ slot: Int) { stale[slot].removeAll() }

    /// Of the slots that are lent, the one that misses least; `nil` when none is.
    func freshest(of loans: AgentLoans) -> Int? {
        var best: (slot: Int, area: Int)?
        for slot in 0..<slotCount where loans.isLent(slot) {
            var area = 0
            for index in 0..<stale[slot].count { area += stale[slot][index].area }
            if best == nil || area < best!.area { best = (slot, area) }
        }
        return best?.slot
    }
}
