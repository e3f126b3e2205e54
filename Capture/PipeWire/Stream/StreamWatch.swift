import CaptureKit
import Platform

/// Whether a stream works. A value: it is told the stream's state and the time, and says what to do.
///
/// A stream that runs and brings no frame is in order: nothing moves on the screen. One that loses its link to the node without
/// losing the node (the session manager was started again, say) is opened anew.
struct StreamWatch {
    /// How long linking and agreeing on a format may take, and how long a lost link may stay lost.
    static let patience = Duration.seconds(10)
    static let reopenAfter = Duration.seconds(3)
    static let mostReopenings = 3

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
    }

    enum Action: Hashable {
        case none
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

    init(_ node: String, isCast: Bool, at now: MediaTime) { (self.node, self.isCast, phase) = (node, isCast, .linking(since: now)) }

    /// When to look again though nothing came; `nil` for never.
    var deadline: MediaTime? {
        switch phase {
        case .linking(let since): since + Self.patience
        case .running: nil
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
            // A stream that runs again has recovered.
            if sight.state == .streaming { reopenings = 0 }
            return .none
        }
        switch phase {
        case .linking(let since):
            guard now - since >= Self.patience else { return .none }
            return .end(
                CaptureError(
                    .failed,
                    "PipeWire does not link \(node) to us: it gives no raw video that can be captured, "
                        + "or no session manager runs, such as WirePlumber"
                ))
        case .running:
            phase = .unlinked(since: now)
            return .none
        case .unlinked(let since):
            guard now - since >= Self.reopenAfter else { return .none }
            guard reopenings < Self.mostReopenings else { return .end(gone) }
            reopenings += 1
            phase = .linking(since: now)
            return .reopen
        }
    }

    private var gone: CaptureError {
        CaptureError(.screenGone, isCast ? "the screen cast has ended: sharing was stopped, or its window or screen is gone" : "\(node) is gone")
    }
}
