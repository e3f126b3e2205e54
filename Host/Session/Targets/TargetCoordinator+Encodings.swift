import Synchronization

/// Which encoding each target gets, and which are wanted no more.
extension TargetCoordinator {
    /// The encoding whose packets each target gets, by the target's number.
    var encodingNames: [Int: String] { state.withLock { Dictionary(uniqueKeysWithValues: $0.entries.map { ($0.id, $0.encoding) }) } }

    /// Whether an encoding has no target any more: then what is known of it is forgotten. The main one goes on.
    func releases(_ encoding: String, _ state: inout State) -> Bool {
        guard encoding != EncodingChoice.main, !state.entries.contains(where: { $0.encoding == encoding }) else { return false }
        (state.streams[encoding], state.bitsPerSecond[encoding]) = (nil, nil)
        return true
    }
}
