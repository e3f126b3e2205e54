import Synchronization

/// Hands objects from control threads to one real-time thread, the newest only, and frees them where that may take time.
///
/// The real-time thread neither waits nor frees: `newest` is one atomic load, and `use` says which object it has come to, so that
/// the control side may let go of all that came before.
final class Handover<Value: AnyObject & Sendable>: @unchecked Sendable {
    // @unchecked: pointers are atomic, and what they point at is kept alive by `kept`.
    private let offered = Atomic<Unmanaged<Value>?>(nil)
    private let used = Atomic<Unmanaged<Value>?>(nil)
    /// In the order of their offering.
    private let kept = Mutex<[Value]>([])

    /// Control side. Each object is offered once.
    func offer(_ value: Value) {
        kept.withLock { kept in
            kept.append(value)
            // SYNC POINT value-offered
            offered.store(.passUnretained(value), ordering: .releasing)
            clearUp(&kept)
        }
    }

    /// Lets go of what the real-time thread is done with.
    private func clearUp(_ kept: inout [Value]) {
        // SYNC POINT value-used: an object is let go only after the real-time thread has gone on to a later one.
        guard let current = used.load(ordering: .acquiring)?.toOpaque() else { return }
        guard let index = kept.firstIndex(where: { Unmanaged.passUnretained($0).toOpaque() == current }) else { return }
        kept.removeFirst(index)
    }

    /// Real-time thread. The latest object offered; valid until `use` names a later one.
    var newest: Unmanaged<Value>? {
        // SYNC POINT value-offered: an object is used only after it has been made.
        offered.load(ordering: .acquiring)
    }

    /// Real-time thread. From here on nothing older is touched.
    func use(_ value: Unmanaged<Value>) {
        // SYNC POINT value-used
        used.store(value, ordering: .releasing)
    }
}
