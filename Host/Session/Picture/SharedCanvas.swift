import Picture
import Platform
import Synchronization

/// The canvas between the thread that composes it and those that encode it: each has it alone, for as long as it works on it.
///
/// The lock is the kernel's with priority inheritance, and is held for a conversion, a copy, or, while one encoding alone has time to spare,
/// its whole encode: then a copy of every picture is saved.
final class SharedCanvas: @unchecked Sendable {
    // @unchecked: `state` is touched while the lock is held, and nowhere else.
    private let lock = Mutex(())
    private let state = CanvasState()
    let tracer = FrameTracer()
    /// Whom to wake when there is something new. Changed as rarely as encodings come and go.
    private let wakeups = Mutex<[Int: Wakeup]>([:])
    /// The canvas thread's.
    private let composing: Wakeup?

    /// - Parameter composing: signalled when an encoding wants more than the canvas has.
    init(composing: Wakeup? = nil) { self.composing = composing }

    /// Works on the canvas alone. Any thread that may wait for a conversion.
    func withState<Result, Failure: Error>(_ body: (CanvasState) throws(Failure) -> Result) throws(Failure) -> Result {
        var result: Result?
        try lock.withLock { (_) throws(Failure) in result = try body(state) }
        return result!
    }

    /// While nothing can be captured no picture goes out at all, or the slate does again. Any thread that may wait for a conversion.
    func setDark(_ isDark: Bool) {
        withState { $0.isDark = isDark }
        wakeViewers()
    }

    /// A copy of what viewers see now; `nil` before the first picture. The canvas is held for the copy alone, about 1 ms at 1920x1080: its memory is
    /// there before. Any thread that may wait for a conversion.
    func copyShown() -> EncodingPicture? {
        while true {
            guard let size = withState({ $0.hasPicture ? $0.size : nil }) else { return nil }
            let copy = EncodingPicture(size: size)
            let isDone = withState { state in
                state.lendShown { view in
                    guard view.size == size else { return false }
                    _ = copy.update(from: view, changed: nil)
                    return true
                }
            }
            // Else the canvas got another size meanwhile.
            if isDone == true { return copy }
        }
    }

    /// A copy of what a source shows now, at the size of its layer; `nil` while it shows nothing.
    func copy(of source: String) -> EncodingPicture? {
        withState { state in
            state.lend(source) { view in
                let copy = EncodingPicture(size: view.size)
                _ = copy.update(from: view, changed: nil)
                return copy
            }
        }
    }

    /// The encodings shall look. The canvas thread, when there is something new.
    func wakeViewers() {
        tracer.noteComposed()
        wakeups.withLock { for wakeup in $0.values { wakeup.signal() } }
    }

    func addViewer(_ id: Int, wantsFullChroma: Bool, waking wakeup: Wakeup) {
        wakeups.withLock { $0[id] = wakeup }
        withState { $0.addViewer(id, wantsFullChroma: wantsFullChroma, at: .now()) }
        composing?.signal()
        wakeup.signal()
    }

    func removeViewer(_ id: Int) {
        wakeups.withLock { $0[id] = nil }
        withState { $0.removeViewer(id) }
    }
}
