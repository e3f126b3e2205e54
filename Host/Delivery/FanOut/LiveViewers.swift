import Codec
import Synchronization

/// Those who watch one encoding live. While there are none, a packet costs a look at a number.
final class LiveViewers: Sendable {
    private let count = Atomic<Int>(0)
    private let state = Mutex<(viewers: [LiveViewer], isOver: Bool)>(([], false))

    func add(_ viewer: LiveViewer) {
        let isOver = state.withLock { state in
            if !state.isOver { state.viewers.append(viewer) }
            count.store(state.viewers.count, ordering: .relaxed)
            return state.isOver
        }
        if isOver { viewer.end() }
    }

    /// The fan-out's thread, and the one that encodes audio.
    func offer(_ packet: Packet) {
        guard count.load(ordering: .relaxed) > 0 else { return }
        let viewers = state.withLock { state in
            state.viewers.removeAll(where: \.isEnded)
            count.store(state.viewers.count, ordering: .relaxed)
            return state.viewers
        }
        for viewer in viewers { viewer.offer(packet) }
    }

    /// No more packets come.
    func end() {
        let viewers = state.withLock { state in
            defer { state = ([], true) }
            return state.viewers
        }
        count.store(0, ordering: .relaxed)
        for viewer in viewers { viewer.end() }
    }
}
