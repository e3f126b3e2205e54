import Delivery
import Glibc
import Platform

extension TargetCoordinator {
    /// For the goodbye, and for a disk that takes its time.
    private static let limit = Duration.seconds(3)

    /// Returns when it is paused, so that the next status shows it.
    @available(*, noasync)
    func pause(_ target: Target) throws(DeliveryError) {
        target.pause()
        try wait(for: target, "it is paused as soon as that is over") { (state) throws(DeliveryError) in
            guard !state.isEnded else { throw DeliveryError(.notNow, "target \(target.id) has \(state.rawValue): there is nothing to pause") }
            return state == .paused
        }
        // It may be resumed before the session looks.
        look(at: .now())
    }

    /// Returns when it goes on, so that the next status shows it; connecting takes longer.
    @available(*, noasync)
    func resume(_ target: Target) throws(DeliveryError) {
        let state = target.status.state
        guard state == .paused else { throw DeliveryError(.notNow, "target \(target.id) is \(state.rawValue), not paused") }
        target.resume()
        try wait(for: target, "it goes on as soon as that is over") { $0 != .paused }
    }

    @available(*, noasync)
    private func wait(
        for target: Target, _ promise: String, until isDone: (TargetState) throws(DeliveryError) -> Bool
    ) throws(DeliveryError) {
        let deadline = MediaTime.now() + Self.limit
        while true {
            let state = target.status.state
            if try isDone(state) { return }
            guard MediaTime.now() < deadline else { throw DeliveryError(.notNow, "target \(target.id) is \(state.rawValue) and busy: \(promise)") }
            usleep(1000)
        }
    }
}
