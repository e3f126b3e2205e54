import Delivery
import Glibc
import Platform

extension TargetCoordinator {
    /// For the goodbye, and for a disk that takes its time.
    private static let pauseLimit = Duration.seconds(3)

    /// Returns when it is paused, so that the next status shows it.
    @available(*, noasync)
    func pause(_ target: Target) throws(DeliveryError) {
        target.pause()
        let deadline = MediaTime.now() + Self.pauseLimit
        while true {
            let state = target.status.state
            if state == .paused { return }
            guard !state.isEnded else { throw DeliveryError(.notNow, "target \(target.id) has \(state.rawValue): there is nothing to pause") }
            guard MediaTime.now() < deadline else {
                throw DeliveryError(.notNow, "target \(target.id) is \(state.rawValue) and busy: it is paused as soon as that is over")
            }
            usleep(1000)
        }
    }
}
