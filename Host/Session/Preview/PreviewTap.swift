import Delivery
import Frames
import Platform
import Synchronization

/// Copies what viewers see for other programs, while one asks for it: a canvas that no one looks at costs nothing. Any thread that may wait for a
/// picture's copy.
final class PreviewTap: Sendable {
    static let lease = Duration.seconds(5)
    /// Encodings have numbers from 0 on.
    private static let viewer = -1

    private let canvas: SharedCanvas
    private let interval: Duration
    private let running = Mutex<Run?>(nil)

    init(_ canvas: SharedCanvas, interval: Duration) { (self.canvas, self.interval) = (canvas, interval) }

    /// The memory that pictures go to from now on; the same as long as it is asked for in time and the canvas keeps its size.
    ///
    /// - Throws: `notNow` before the first picture, and where there is no memory.
    @available(*, noasync)
    func open() throws(DeliveryError) -> Preview {
        guard let size = canvas.withState({ $0.hasPicture ? $0.size : nil }) else {
            throw DeliveryError(.notNow, "there is no picture yet: the broadcast waits for its first")
        }
        return try running.withLock { (running) throws(DeliveryError) in
            if let run = running {
                if run.memory.size == size, run.renew(until: .now() + Self.lease) { return preview(of: run) }
                run.stop()
            }
            running = nil
            do throws(SystemError) {
                let run = Run(try PreviewMemory(size), until: .now() + Self.lease, try Wakeup())
                run.worker = try Worker(name: "preview") { [canvas, interval] in Self.copy(from: canvas, to: run, every: interval) }
                running = run
                return preview(of: run)
            } catch { throw DeliveryError(.notNow, "there is no memory for the preview: \(error)", cause: error) }
        }
    }

    private func preview(of run: Run) -> Preview {
        let size = run.memory.size
        return Preview(
            report: PreviewReport(
                width: size.width, height: size.height, bytes: PreviewMemory.bytes(size), leaseSeconds: Self.lease.inSeconds),
            descriptor: run.memory.descriptor)
    }

    /// No more pictures go out.
    @available(*, noasync)
    func stop() {
        running.withLock { running in
            running?.stop()
            running = nil
        }
    }

    /// The thread's body.
    private static func copy(from canvas: SharedCanvas, to run: Run, every interval: Duration) {
        canvas.addViewer(viewer, wantsFullChroma: false, waking: run.wakeup)
        defer {
            canvas.removeViewer(viewer)
            run.memory.close()
        }
        var next = MediaTime.zero
        while run.goesOn(at: .now()) {
            let now = MediaTime.now()
            guard now >= next else {
                _ = run.wakeup.wait(until: min(next, run.end))
                continue
            }
            let state = canvas.withState { state -> (isRight: Bool, isDone: Bool) in
                guard state.size == run.memory.size else { return (false, false) }
                let pending = state.pending(of: viewer)
                guard state.hasPicture, pending.hasChange || pending.hasRepaint else { return (true, false) }
                state.take(viewer) { view, pending in run.memory.write(view, changed: pending.changed, capturedAt: pending.captureTime) }
                return (true, true)
            }
            // Of another size: who asks again gets other memory.
            guard state.isRight else { return run.finish() }
            if state.isDone { next = now + interval } else { _ = run.wakeup.wait(until: run.end) }
        }
    }

    /// One memory, and the thread that fills it.
    private final class Run: Sendable {
        let memory: PreviewMemory
        let wakeup: Wakeup
        /// Until when pictures are wanted, in nanoseconds; 0 once it is over.
        private let wanted: Atomic<Int64>
        private let thread = Mutex<Worker?>(nil)

        init(_ memory: PreviewMemory, until end: MediaTime, _ wakeup: Wakeup) {
            (self.memory, self.wakeup) = (memory, wakeup)
            wanted = Atomic(end.nanoseconds)
        }

        var worker: Worker? {
            get { thread.withLock { $0 } }
            set { thread.withLock { $0 = newValue } }
        }

        var end: MediaTime { MediaTime(nanoseconds: wanted.load(ordering: .acquiring)) }

        /// Whether more pictures are wanted. The thread's; once no, always no.
        func goesOn(at now: MediaTime) -> Bool {
            var until = wanted.load(ordering: .acquiring)
            while until <= now.nanoseconds {
                let (isOver, found) = wanted.compareExchange(expected: until, desired: 0, ordering: .acquiringAndReleasing)
                if isOver { return false }
                until = found
            }
            return true
        }

        /// The thread ends by itself.
        func finish() { wanted.store(0, ordering: .releasing) }

        /// - Returns: false when it is over.
        func renew(until end: MediaTime) -> Bool {
            var before = wanted.load(ordering: .acquiring)
            while before != 0 {
                let (isDone, found) = wanted.compareExchange(expected: before, desired: end.nanoseconds, ordering: .acquiringAndReleasing)
                if isDone { return true }
                before = found
            }
            return false
        }

        @available(*, noasync)
        func stop() {
            finish()
            wakeup.signal()
            worker?.join()
        }
    }
}
