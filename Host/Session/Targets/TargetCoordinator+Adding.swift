import Codec
import Delivery
import Platform
import Synchronization

/// One after the other, and without the lock that every look and `status` need: an address is checked by looking at files.
extension TargetCoordinator {
    func add(_ text: String) throws(DeliveryError) {
        try adding.withLock { (_) throws(DeliveryError) in
            let (newest, others) = try known()
            let reference = try EncodingReference(parsing: text, configuration)
            do throws(DeliveryError) {
                let entries = try Self.entries(from: newest + 1, text, configuration, group, encodings, beside: others)
                for entry in entries {
                    let isMain = entry.encoding == EncodingChoice.main
                    if let refusal = plan.refusal(of: entry.url, picture: isMain ? nil : configuration.coding(of: entry.encoding)) {
                        throw DeliveryError(.notNow, refusal)
                    }
                }
                state.withLock { $0.newest = newest + entries.count }
                for entry in entries { try open(entry) }
            } catch {
                // Those that were made for it.
                let made = configuration.ladder(for: reference)?.rungs.map(\.encoding.name) ?? [reference.encoding]
                for encoding in made where state.withLock({ releases(encoding, &$0) }) { encodings.end(encoding) }
                throw error
            }
        }
    }

    private func open(_ entry: Entry) throws(DeliveryError) {
        var entry = entry
        let known = state.withLock { ($0.streams[entry.encoding], $0.bitsPerSecond[entry.encoding]) }
        if let streams = known.0 { try startAdded(&entry, streams, known.1 ?? 0) }
        try append(entry)
    }

    /// The newest number, and the targets that there are.
    private func known() throws(DeliveryError) -> (Int, [Entry]) {
        try state.withLock { (state) throws(DeliveryError) in
            guard !state.isClosed else { throw DeliveryError(.notNow, "the broadcast is ending") }
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
