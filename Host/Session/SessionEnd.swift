import Delivery
import Events

/// How a session ended.
public enum SessionEnd: Hashable, Sendable {
    /// Asked to, or its time was over: everything was sent, written and closed.
    case finished
    case failed(SessionError)

    /// What a broadcast that ended as asked has come to: it has failed where it gave nothing to a target that was wanted.
    ///
    /// - Parameters:
    ///   - whyNoPicture: why nothing was captured; `nil` where something was, or no picture was wanted.
    ///   - targets: those that the user named, as they were left.
    func judged(whyNoPicture: String?, targets: [TargetStatus]) -> SessionEnd {
        guard self == .finished else { return self }
        if let whyNoPicture { return .failed(SessionError(.failed, "nothing was captured: \(whyNoPicture)")) }
        let empty = targets.filter { $0.packetsSent == 0 }
        guard !empty.isEmpty else { return self }
        let reasons = empty.map { "target \($0.id) got nothing: \($0.lastError?.message ?? "\($0.maskedURL) was not connected yet")" }
        return .failed(SessionError(.failed, reasons.joined(separator: "; ")))
    }
}

extension SessionPhaseEvent {
    init(_ end: SessionEnd) {
        switch end {
        case .finished: self = .ending
        case .failed(let error): self = .failing(code: error.code.rawValue, message: error.message)
        }
    }
}
