import Codec
import Delivery
import Synchronization

/// Targets by their numbers.
extension TargetCoordinator {
    /// - Throws: `.unknownTarget`.
    func entry(_ id: Int) throws(DeliveryError) -> Entry {
        guard let entry = state.withLock({ state in state.entries.first { $0.id == id } }) else { throw unknown(id) }
        return entry
    }

    /// What an encoding's targets may get, the picture first; `nil` before its encoder is open.
    func streams(of encoding: String) -> [StreamDescription]? { state.withLock { $0.streams[encoding] } }

    func target(_ id: Int) throws(DeliveryError) -> Target {
        guard let target = try entry(id).target else { throw DeliveryError(.notNow, "target \(id) waits for the first picture") }
        return target
    }

    private func unknown(_ id: Int) -> DeliveryError {
        let known = state.withLock { $0.entries.map { "\($0.id)" } }.joined(separator: ", ")
        return DeliveryError(.unknownTarget, "there is no target \(id); there are: \(known.isEmpty ? "none" : known)")
    }
}
