import Codec
import Delivery
import Glibc
import Platform
import Synchronization

/// Which encoding each target gets, and which are wanted no more.
extension TargetCoordinator {
    /// Whether an encoding has no target any more: then what is known of it is forgotten. The main one goes on.
    func releases(_ encoding: String, _ state: inout State) -> Bool {
        guard encoding != EncodingChoice.main, !state.entries.contains(where: { $0.encoding == encoding }) else { return false }
        (state.streams[encoding], state.bitsPerSecond[encoding]) = (nil, nil)
        return true
    }

    /// For an encoder to be opened, and for a key frame.
    private static let limit = Duration.seconds(5)

    /// Gives a target another encoding: it is made if it does not run, the target changes over at a key frame, and the one before ends
    /// with its last target. Waits for that.
    ///
    /// - Throws: `DeliveryError` naming what is wrong and what to do instead; the target gets what it got then.
    @available(*, noasync)
    func move(_ id: Int, to encoding: String) throws(DeliveryError) {
        try adding.withLock { (_) throws(DeliveryError) in
            let entry = try entry(id)
            guard let choice = configuration.encoding(named: encoding) else { throw configuration.unknownEncoding(encoding) }
            guard entry.encoding != encoding else { return }
            if let problem = refusal(ofMoving: entry, to: choice) { throw DeliveryError(.notNow, problem) }
            try Self.check(choice, for: entry.url)
            let fanOut = try encodings.fanOut(of: encoding)
            do throws(DeliveryError) { try move(entry, to: encoding, by: fanOut) } catch {
                if state.withLock({ releases(encoding, &$0) }) { encodings.end(encoding) }
                throw error
            }
            if state.withLock({ releases(entry.encoding, &$0) }) { encodings.end(entry.encoding) }
        }
    }

    private func refusal(ofMoving entry: Entry, to choice: EncodingChoice) -> String? {
        let id = entry.id
        if let rendition = entry.rendition {
            return "target \(id) is the rendition '\(rendition.name)' of a ladder, which always gets its own encoding: change the encoding "
                + "'\(entry.encoding)' instead"
        }
        guard configuration.streams != .audioOnly, entry.url.takesPictures else { return "target \(id) gets audio alone, which has no encodings" }
        if entry.isPage {
            return "target \(id) is the page, which always gets the main encoding: change that encoding instead"
        }
        let (now, then) = (configuration.coding(of: entry.encoding), configuration.coding(of: choice.name))
        guard now != then else { return nil }
        return "target \(id) gets \(now.words), and the encoding '\(choice.name)' is \(then.words): remove it, and add it again, with "
            + "@\(choice.name) behind its address"
    }

    /// One that waits for the first picture begins with the other at once.
    private func move(_ entry: Entry, to encoding: String, by fanOut: FanOut) throws(DeliveryError) {
        let hasBegun = try state.withLock { (state) throws(DeliveryError) in
            guard let index = state.entries.firstIndex(where: { $0.id == entry.id }), state.entries[index].target == nil else { return true }
            (state.entries[index].encoding, state.entries[index].fanOut) = (encoding, fanOut)
            guard let streams = state.streams[encoding] else { return false }
            do throws(SystemError) { try start(&state.entries[index], streams, state.bitsPerSecond[encoding] ?? 0) } catch {
                throw DeliveryError(.notNow, "\(error)", cause: error)
            }
            return false
        }
        // The encoder may have been opened meanwhile.
        guard hasBegun, let target = try self.entry(entry.id).target else { return }
        encodings.repeatHeaders(of: encoding)
        while !fanOut.add(target) { usleep(1000) }
        target.change(to: fanOut)
        fanOut.keyframes.request()
        let deadline = MediaTime.now() + Self.limit
        while !target.isFed(by: fanOut), MediaTime.now() < deadline { usleep(2000) }
        guard target.stay(without: fanOut) else {
            while !fanOut.remove(id: entry.id) { usleep(1000) }
            throw DeliveryError(
                .notNow, "the encoding '\(encoding)' has made no key frame within 5 s: target \(entry.id) stays with '\(entry.encoding)'")
        }
        while !entry.fanOut.remove(id: entry.id) { usleep(1000) }
        let bitsPerSecond: Int? = state.withLock { state in
            guard let index = state.entries.firstIndex(where: { $0.id == entry.id }) else { return nil }
            (state.entries[index].encoding, state.entries[index].fanOut) = (encoding, fanOut)
            return state.bitsPerSecond[encoding]
        }
        target.setSelection(.everything)
        if let bitsPerSecond { target.expect(bitsPerSecond: bitsPerSecond) }
    }
}
