import Codec
import Delivery
import Synchronization

/// Targets by their numbers, and all of them.
extension TargetCoordinator {
    /// Whether every target has connected, or could not.
    var areAllThere: Bool {
        state.withLock { $0.entries.allSatisfy { $0.target?.status.state.isBeginning == false } }
    }

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

    /// The numbers of those that an address has come to: one, or all of a ladder.
    func ids(of text: String) -> [Int] {
        let reference = EncodingReference(text)
        guard let url = try? TargetURL(parsing: reference.address) else { return [] }  // nothing was made of what cannot be read
        return state.withLock { state in
            state.entries.filter { entry in
                guard !entry.isPage else { return false }
                if let ladder = entry.rendition?.ladder { return ladder.url == url }
                return entry.url == url && (reference.encoding == entry.encoding || reference.encoding == EncodingChoice.main)
            }.map(\.id)
        }
    }

    private func unknown(_ id: Int) -> DeliveryError {
        let known = state.withLock { $0.entries.map { "\($0.id)" } }.joined(separator: ", ")
        return DeliveryError(.unknownTarget, "there is no target \(id); there are: \(known.isEmpty ? "none" : known)")
    }
}
