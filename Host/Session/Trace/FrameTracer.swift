import Codec
import Intake
import Platform
import Synchronization

/// Has the next picture that changes note when it was where, while somebody asks; otherwise one atomic flag is read for each picture.
final class FrameTracer: Sendable {
    private let isAsked = Atomic<Bool>(false)
    private let waiting = Mutex<PacketTrace?>(nil)

    /// Any thread but real-time ones. The one before, if nothing came of it, is let go of.
    func ask(_ trace: PacketTrace) {
        waiting.withLock { $0 = trace }
        isAsked.store(true, ordering: .releasing)
    }

    /// No one waits for it any more.
    func withdraw(_ trace: PacketTrace) {
        waiting.withLock { if $0 === trace { $0 = nil } }
        isAsked.store(false, ordering: .releasing)
    }

    /// Streaming threads: `nil` while no one asks; while somebody begins to, perhaps too.
    var asked: PacketTrace? {
        guard isAsked.load(ordering: .acquiring) else { return nil }
        return waiting.withLockIfAvailable { $0 }?.flatMap { $0 }
    }

    /// The canvas's thread, with the canvas held: the newest frame that changed something is the one that is traced.
    func note(_ frame: borrowing IncomingFrame, convertedFrom began: MediaTime) {
        guard let trace = asked else { return }
        trace.note(.captured, at: frame.captureTime)
        trace.note(.noticed, at: frame.noticeTime)
        trace.note(.converting, at: began)
        trace.note(.converted, at: .now())
    }

    /// The canvas's thread: whatever else changes the picture is done.
    func noteComposed() {
        if let trace = asked, trace.time(of: .converted) != nil { trace.note(.composed, at: .now()) }
    }

    /// An encoding's thread, with the canvas held: it encodes now what the frame that was traced shows, and nothing newer.
    ///
    /// - Parameter captureTime: of what it encodes.
    func claim(_ captureTime: MediaTime, by encoding: Int, at now: MediaTime) -> PacketTrace? {
        guard let trace = asked, trace.time(of: .converted) != nil, trace.time(of: .captured) == captureTime else { return nil }
        isAsked.store(false, ordering: .releasing)
        trace.note(encoding: encoding)
        trace.note(.encoding, at: now)
        return trace
    }
}
