/// The rectangles that changed since the agent's previous notice (see ARCHITECTURE.md): at most `Damage.capacity` of them.
///
/// A value without heap storage: adding, merging and copying allocate nothing, so real-time threads may use it.
/// What does not fit is merged into the rectangle that grows least; damage may therefore cover more than
/// what changed, never less.
public struct Damage: Sendable {
    /// The most rectangles a notice carries.
    public static let capacity = 16

    private var storage: InlineArray<16, PixelRectangle> = .init(repeating: .empty)
    public private(set) var count = 0

    public init() {}

    public init(_ rectangle: PixelRectangle) { add(rectangle) }

    public var isEmpty: Bool { count == 0 }

    public subscript(index: Int) -> PixelRectangle {
        precondition(index >= 0 && index < count, "damage index out of range")
        return storage[index]
    }

    public mutating func removeAll() { count = 0 }

    /// Adds a rectangle; empty ones and those already covered are left out.
    public mutating func add(_ rectangle: PixelRectangle) {
        guard !rectangle.isEmpty else { return }
        var added = rectangle
        var index = 0
        while index < count {
            let held = storage[index]
            if held.contains(added) { return }
            let both = held.union(added)
            // Merging is free when the union costs no more than the two alone.
            if both.area <= held.area + added.area {
                added = both
                remove(at: index)
                index = 0
            } else {
                index += 1
            }
        }
        if count < Self.capacity {
            storage[count] = added
            count += 1
            return
        }
        var best = 0
        var bestGrowth = Int.max
        for candidate in 0..<count {
            let growth = storage[candidate].union(added).area - storage[candidate].area
            if growth < bestGrowth { (best, bestGrowth) = (candidate, growth) }
        }
        let merged = storage[best].union(added)
        remove(at: best)
        add(merged)
    }

    public mutating func add(_ other: borrowing Damage) {
        for index in 0..<other.count { add(other.storage[index]) }
    }

    /// The smallest rectangle around all; `.empty` when nothing is damaged.
    public var bounds: PixelRectangle {
        var all = PixelRectangle.empty
        for index in 0..<count { all = all.union(storage[index]) }
        return all
    }

    /// Cuts every rectangle to the picture and drops what lies outside.
    public func clipped(to size: PixelSize) -> Damage {
        var result = Damage()
        for index in 0..<count { result.add(storage[index].intersection(PixelRectangle(of: size))) }
        return result
    }

    private mutating func remove(at index: Int) {
        count -= 1
        storage[index] = storage[count]
    }
}

extension Damage: Equatable {
    public static func == (left: Damage, right: Damage) -> Bool {
        guard left.count == right.count else { return false }
        for index in 0..<left.count where left.storage[index] != right.storage[index] { return false }
        return true
    }
}
