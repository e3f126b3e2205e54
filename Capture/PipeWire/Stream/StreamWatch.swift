import AppGroup
import CaptureKit

/// Whether a stream goes as it should. A value: it is told what is seen and when, and says what to do.
///
/// A stream that runs and brings no frame may be well: nothing moves on the screen. Or whoever draws has run out of buffers: a
/// program that is killed keeps those that it held, and one after the other a pool of two or three is used up. So after a while
/// the buffers of a cast are agreed on anew, at growing distances, which a still screen does not notice. One that loses its link to the
/// node without losing the node (the session manager was started again, say) is opened anew.
struct StreamWatch {
    /// How long linking and agreeing on a format may take, and how long a lost link may stay lost.
    static let patience = Duration.seconds(10)
    static let reopenAfter = Duration.seconds(3)
    static let mostReopenings = 3
    /// How long a cast may bring nothing; doubled each time in vain.
    static let silence = Duration.seconds(20)
    static let longestSilence = Duration.seconds(320)
    /// A young one is looked at more often: that is when another reader of the same cast has just gone.
    static let youth = Duration.seconds(10)
    static let youngSilence = Duration.milliseconds(700)

    /// What can be seen of a stream.
    struct Sight: Hashable {
        enum State: Hashable {
            case failed(String)
            case unconnected
            case connecting
            case paused
            case streaming
        }

        var state: State
        /// Linked to the node, and agreed on a format with it.
        var hasFormat: Bool
        /// The node is still there.
        var hasNode: Bool
        /// How many buffers have come over it so far.
        var buffers: UInt64 = 0
    }

    enum Action: Hashable {
        case none
        /// Agree on the buffers anew.
        case renegotiate
        /// Close the stream and open it again.
        case reopen
        case end(CaptureError)
    }

    private enum Phase: Hashable {
        case linking(since: MediaTime)
        case running
        case unlinked(since: MediaTime)
    }

    /// For people: "node 57".
    private let node: String
    private let isCast: Bool
    private var phase: Phase
    private var hasRun = false
    private var reopenings = 0
    private var buffers: UInt64 = 0
    /// Since when it runs and brings nothing; `nil` while it does not run.
    private var silentSince: MediaTime?
    private var patienceNow = StreamWatch.youngSilence
    private var beganAt: MediaTime?

    init(_ node: String, isCast: Bool, at now: MediaTime) { (self.node, self.isCast, phase) = (node, isCast, .linking(since: now)) }

    /// When to look again though nothing came; `nil` for never.
    var deadline: MediaTime? {
        switch phase {
        case .linking(let since): since + Self.patience
        case .running: silentSince.map { $0 + patienceNow }
        case .unlinked(let since): since + Self.reopenAfter
        }
    }

    mutating func look(_ sight: Sight, at now: MediaTime) -> Action {
        guard sight.hasNode else { return .end(gone) }
        switch sight.state {
        case .failed(let why): return .end(hasRun ? gone : CaptureError(.unsupported, "\(node) gives no picture that can be used: \(why)"))
        case .unconnected:
            return .end(
                hasRun
                    ? gone : CaptureError(.noScreen, "PipeWire does not link \(node) to us: it gives no raw video that can be captured, or is gone"))
        case .connecting, .paused, .streaming: break
        }
        if sight.hasFormat {
            (phase, hasRun) = (.running, true)
            // Whoever streams again has got over it.
            if sight.state == .streaming { reopenings = 0 }
            return listen(sight, at: now)
        }
        silentSince = nil
        switch phase {
        case .linking(let since):
            guard now - since >= Self.patience else { return .none }
            return .end(
                CaptureError(
                    .failed,
                    "PipeWire does not link \(node) to us: it gives no raw video that can be captured, or no session manager runs, such as WirePlumber"
                ))
        case .running:
            phase = .unlinked(since: now)
            return .none
        case .unlinked(let since):
            guard now - since >= Self.reopenAfter else { return .none }
            guard reopenings < Self.mostReopenings else { return .end(gone) }
            reopenings += 1
            phase = .linking(since: now)
            (buffers, patienceNow, beganAt) = (0, Self.youngSilence, nil)
            return .reopen
        }
    }

    private mutating func listen(_ sight: Sight, at now: MediaTime) -> Action {
        // A camera may take its time to wake up.
        guard isCast, sight.state == .streaming else {
            silentSince = nil
            return .none
        }
        let age = now - (beganAt ?? now)
        if beganAt == nil { beganAt = now }
        let shortest = age < Self.youth ? Self.youngSilence : Self.silence
        if sight.buffers != buffers { (buffers, silentSince, patienceNow) = (sight.buffers, now, shortest) }
        guard let since = silentSince else {
            silentSince = now
            return .none
        }
        guard now - since >= patienceNow else { return .none }
        (silentSince, patienceNow) = (now, age < Self.youth ? shortest : max(shortest, min(patienceNow * 2, Self.longestSilence)))
        return .renegotiate
    }

    private var gone: CaptureError {
        CaptureError(.screenGone, isCast ? "the screen cast has ended: sharing was stopped, or its window or screen is gone" : "\(node) is gone")
    }
}
