import Platform
import Synchronization

/// What a filter costs and how it is, between the thread that filters and those that ask. Any thread.
public final class FilterMeter: Sendable {
    public enum State: UInt8, Sendable {
        /// It has had no picture yet.
        case waiting
        case working
        /// It took too long: the picture passes it by.
        case bypassed
        /// It does not work: the picture passes it by.
        case failed
    }

    private let shownState = Atomic<UInt8>(0)
    private let nanoseconds = Atomic<Int64>(0)
    private let counted = Atomic<UInt64>(0)

    private let isLonger = Atomic<Bool>(false)
    private let shownTrouble = Mutex("")

    public init() {}

    /// Why its program does not work; empty where it does. Not for the thread that filters.
    public var trouble: String {
        get { shownTrouble.withLock { $0 } }
        set { shownTrouble.withLock { $0 = newValue } }
    }

    /// Whether some of the last pictures took longer than was waited for: their mean is more than that.
    public var tookLonger: Bool { isLonger.load(ordering: .relaxed) }

    public var state: State {
        get { State(rawValue: shownState.load(ordering: .relaxed)) ?? .waiting }
        set { shownState.store(newValue.rawValue, ordering: .relaxed) }
    }

    /// Mean of the last pictures that it filtered.
    public var perPicture: Duration { .nanoseconds(nanoseconds.load(ordering: .relaxed)) }
    /// Pictures that it filtered, whole or in part.
    public var pictures: UInt64 { counted.load(ordering: .relaxed) }

    func note(mean: Duration, isLonger: Bool) {
        self.isLonger.store(isLonger, ordering: .relaxed)
        nanoseconds.store(mean.inNanoseconds, ordering: .relaxed)
        counted.add(1, ordering: .relaxed)
    }
}
