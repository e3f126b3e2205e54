import Codec
import Delivery
import Platform
import Synchronization

/// One after the other, and without the lock that every look and `status` need: an address is checked by looking at files.
extension TargetCoordinator {
    func add(_ text: String) throws(DeliveryError) {
        try adding.withLock { (_) throws(DeliveryError) in
            let (id, others) = try newNumber()
            var encoding: String?
            do throws(DeliveryError) {
                var entry = try Self.entry(id, text, configuration, group, encodings, beside: others)
                encoding = entry.encoding
                if let refusal = plan.refusal(
                    of: entry.url, picture: entry.encoding == EncodingChoice.main ? nil : configuration.coding(of: entry.encoding))
                {
                    throw DeliveryError(.notNow, refusal)
                }
                let known = state.withLock { ($0.streams[entry.encoding], $0.bitsPerSecond[entry.encoding]) }
                if let streams = known.0 { try startAdded(&entry, streams, known.1 ?? 0) }
                try append(entry)
            } catch {
                let isUnused = state.withLock { state in
                    if state.newest == id { state.newest -= 1 }
                    return encoding.map { releases($0, &state) } ?? false
                }
                if isUnused, let encoding { encodings.end(encoding) }
                throw error
            }
        }
    }

    /// The number of one more target, and those that there are.
    private func newNumber() throws(DeliveryError) -> (Int, [Entry]) {
        try state.withLock { (state) throws(DeliveryError) in
            guard !state.isClosed else { throw DeliveryError(.notNow, "the broadcast is ending") }
            state.newest += 1
            return (state.newest, state.entries)
        }
    }

    private func append(_ entry: Entry) throws(DeliveryError) {
        let isOpen = try state.withLock { (state) throws(DeliveryError) in
            guard !state.isClosed else { return false }
            var entry = entry
            // The encoder may have been opened meanwhile.
            if entry.target == nil, let streams = state.streams[entry.encoding] {
                try startAdded(&entry, streams, state.bitsPerSecond[entry.encoding] ?? 0)
            }
            state.entries.append(entry)
            return true
        }
        guard !isOpen else { return }
        entry.target?.stop()
        entry.target?.join()
        throw DeliveryError(.notNow, "the broadcast is ending")
    }

    private func startAdded(_ entry: inout Entry, _ streams: [StreamDescription], _ bitsPerSecond: Int) throws(DeliveryError) {
        do throws(SystemError) { try start(&entry, streams, bitsPerSecond) } catch { throw DeliveryError(.notNow, "\(error)", cause: error) }
    }
}
