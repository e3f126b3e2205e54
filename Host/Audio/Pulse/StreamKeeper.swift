/// Keeps those streams open that a plan wants; decides only, does nothing itself and has no clock.
///
/// Streams stand in numbered slots. Whatever breaks is tried again after `retryPeriod`; an end that failed is left alone that
/// long, another one is taken at once. Where streams change while the old ones still run, these *retire*: they are heard
/// until the new ones are, for `patience` at most.
struct StreamKeeper {
    enum Action: Hashable {
        case connect
        case list
        case open(StreamEnd, slot: Int)
        /// To be heard no more once another is.
        case retire(Int)
        /// Not retiring any more.
        case keep(Int)
        case close(Int)
        case wake(after: Duration)
    }

    private struct Slot {
        var end: StreamEnd
        var isLive = false
        var isRetiring = false
    }

    /// Often enough to be back within a second of a server's return; half as often once five seconds of it were in vain.
    static let retryPeriod: Duration = .milliseconds(250)
    static let slowRetryPeriod: Duration = .milliseconds(500)
    private static let quickRetries = 20
    static let patience: Duration = .milliseconds(750)

    let plan: any StreamPlan
    private var isConnected = false
    private var isListed = false
    /// Connections that failed since the last that stood.
    private var failures = 0
    private var slots: [Slot?]
    /// Slots whose stream has ended; the longest ago first, since audio of theirs may still be playing.
    private var used: [Int] = []
    private var device: AudioDevice?
    private var failed: [StreamEnd.Key: StreamEnd] = [:]
    /// Why nothing that is wanted is there, and whether it had been there.
    private var lack: AudioError?
    private var wasThere = false
    /// Lists in a row with nothing wanted in them.
    private var vainLists = 0
    /// What broke last; forgotten when something lives.
    private var fault: AudioError?

    init(_ plan: any StreamPlan, slots: Int) {
        self.plan = plan
        self.slots = Array(repeating: nil, count: slots)
    }

    var status: AudioDeviceStatus {
        AudioDeviceStatus(state: state, subject: plan.subject, device: device, error: state == .live || state == .opening ? nil : lack ?? fault)
    }

    mutating func start() -> [Action] { [.connect] }

    mutating func handle(_ event: PulseEvent) -> [Action] {
        switch event {
        case .ready:
            isConnected = true
            isListed = false
            failures = 0
            fault = nil
            return [.list]
        case .gone(let error):
            isConnected = false
            isListed = false
            lack = nil
            fault = error
            failures += 1
            for index in slots.indices { free(index) }
            return [.wake(after: failures > Self.quickRetries ? Self.slowRetryPeriod : Self.retryPeriod)]
        case .changed: return isConnected ? [.list] : []
        case .listed(let inventory): return choose(from: inventory)
        case .refused(let error):
            fault = error
            return [.wake(after: Self.retryPeriod)]
        case .streamReady: return []
        case .samplesCame(let slot):
            guard let end = slots[slot]?.end else { return [] }
            slots[slot]?.isLive = true
            failed[end.key] = nil
            fault = nil
            return []
        case .samplesSettled(let slot): return slots[slot].map { $0.isRetiring } == false ? closeRetiring() : []
        case .streamMoved(let slot, let name):
            guard let end = slots[slot]?.end, name != end.device.name else { return [] }
            return drop(slot, AudioError(.refused, "the sound server moved the stream to \(name)"))
        case .streamEnded(let slot, let error): return drop(slot, error)
        case .timeCame:
            failed.removeAll()
            return closeRetiring() + [isConnected && !needsFreshConnection ? .list : .connect]
        }
    }

    /// PipeWire 0.3's pulse server may tell a client of long standing of a default device that is long gone, and every new one of the
    /// right one: with nothing to be had, the connection is made anew after 0.5, 1, 2 and 4 s, and then every 5.
    private var needsFreshConnection: Bool {
        lack != nil && (vainLists <= 8 && vainLists.nonzeroBitCount == 1 || vainLists.isMultiple(of: 10))
    }

    private var state: AudioDeviceStatus.State {
        let wanted = slots.compactMap { $0 }.filter { !$0.isRetiring }
        if wanted.contains(where: \.isLive) { return .live }
        if !wanted.isEmpty { return .opening }
        if lack != nil { return wasThere && plan.canLose ? .lost : .absent }
        if fault != nil { return .lost }
        return isListed ? .live : .opening
    }

    private mutating func choose(from inventory: AudioInventory) -> [Action] {
        isListed = true
        // What went away altogether is another when it comes back.
        failed = failed.filter { inventory.has($0.value) }
        do throws(AudioError) {
            let wanted = try plan.ends(in: inventory, after: device)
            (lack, vainLists) = (nil, 0)
            if let first = wanted.first { (device, wasThere) = (first.device, true) }
            return move(to: wanted, in: inventory)
        } catch {
            lack = error
            vainLists += 1
            // Asked again, since PipeWire says before it knows that the default has changed, and never after.
            return move(to: [], in: inventory) + [.wake(after: Self.slowRetryPeriod)]
        }
    }

    /// Opens what is wanted and not there, closes or retires what is there and not wanted.
    private mutating func move(to wanted: [StreamEnd], in inventory: AudioInventory) -> [Action] {
        let keys = Set(wanted.map(\.key))
        var actions: [Action] = []
        for index in slots.indices where slots[index]?.isRetiring == true {
            guard let end = slots[index]?.end, keys.contains(end.key) else { continue }
            slots[index]?.isRetiring = false
            actions.append(.keep(index))
        }
        let leaving = slots.indices.filter { slots[$0].map { !$0.isRetiring && !keys.contains($0.end.key) } ?? false }
        let present = Set(slots.compactMap { $0.flatMap { $0.isRetiring ? nil : $0.end.key } })
        let coming = wanted.filter { !present.contains($0.key) && failed[$0.key] == nil }
        for index in leaving {
            guard let slot = slots[index] else { continue }
            if plan.crossFades, !coming.isEmpty, slot.isLive, inventory.has(slot.end) {
                slots[index]?.isRetiring = true
                actions.append(.retire(index))
            } else {
                free(index)
                actions.append(.close(index))
            }
        }
        for end in coming {
            guard let index = freeSlot() ?? hurry(&actions) else { break }
            slots[index] = Slot(end: end)
            actions.append(.open(end, slot: index))
        }
        if !coming.isEmpty, slots.contains(where: { $0?.isRetiring == true }) { actions.append(.wake(after: Self.patience)) }
        return actions
    }

    /// A slot that has never been used while the last one to end may still be playing out, the longest ended otherwise.
    private mutating func freeSlot() -> Int? {
        if used.count > 1 { return used.removeFirst() }
        if let fresh = slots.indices.first(where: { slots[$0] == nil && !used.contains($0) }) { return fresh }
        return used.isEmpty ? nil : used.removeFirst()
    }

    /// No slot is free: a retiring stream ends before its time.
    private mutating func hurry(_ actions: inout [Action]) -> Int? {
        guard let index = slots.indices.first(where: { slots[$0]?.isRetiring == true }) else { return nil }
        slots[index] = nil
        actions.append(.close(index))
        return index
    }

    private mutating func closeRetiring() -> [Action] {
        let retiring = slots.indices.filter { slots[$0]?.isRetiring == true }
        for index in retiring { free(index) }
        return retiring.map { .close($0) }
    }

    private mutating func drop(_ index: Int, _ error: AudioError) -> [Action] {
        guard let slot = slots[index] else { return [] }
        free(index)
        guard !slot.isRetiring else { return [.close(index)] }
        failed[slot.end.key] = slot.end
        // A player's end is not a fault: applications come and go.
        if case .player = slot.end {} else { fault = error }
        return [.close(index), .wake(after: Self.retryPeriod)]
    }

    private mutating func free(_ index: Int) {
        guard slots[index] != nil else { return }
        slots[index] = nil
        used.append(index)
    }
}
