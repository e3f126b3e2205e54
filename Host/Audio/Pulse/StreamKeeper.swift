/// Keeps those streams open that a plan wants; decides only, does nothing itself and has no clock.
///
/// Streams stand in numbered lanes. Whatever breaks is tried again after `retryPeriod`; an end that failed is left alone that
/// long, another one is taken at once. Where streams change while the old ones still run, these *retire*: they are heard
/// until the new ones are, for `patience` at most.
struct StreamKeeper {
    enum Action: Hashable {
        case connect
        case list
        case open(StreamEnd, lane: Int)
        /// To be heard no more once another is.
        case retire(Int)
        /// Not retiring any more.
        case keep(Int)
        case close(Int)
        case wake(after: Duration)
    }

    private struct Lane {
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
    private var lanes: [Lane?]
    /// Lanes whose stream has ended; the longest ago first, since sound of theirs may still be playing.
    private var used: [Int] = []
    private var device: AudioDevice?
    private var failed: [StreamEnd.Key: StreamEnd] = [:]
    /// Why there is nothing wanted, and whether it had been there.
    private var lack: AudioError?
    private var wasThere = false
    /// Lists in a row with nothing wanted in them.
    private var vainLists = 0
    /// What broke last; forgotten when something lives.
    private var fault: AudioError?

    init(_ plan: any StreamPlan, lanes: Int) {
        self.plan = plan
        self.lanes = Array(repeating: nil, count: lanes)
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
            for index in lanes.indices { free(index) }
            return [.wake(after: failures > Self.quickRetries ? Self.slowRetryPeriod : Self.retryPeriod)]
        case .changed: return isConnected ? [.list] : []
        case .listed(let inventory): return choose(from: inventory)
        case .refused(let error):
            fault = error
            return [.wake(after: Self.retryPeriod)]
        case .streamReady: return []
        case .samplesCame(let lane):
            guard let end = lanes[lane]?.end else { return [] }
            lanes[lane]?.isLive = true
            failed[end.key] = nil
            fault = nil
            return []
        case .samplesSettled(let lane): return lanes[lane].map { $0.isRetiring } == false ? closeRetiring() : []
        case .streamMoved(let lane, let name):
            guard let end = lanes[lane]?.end, name != end.device.name else { return [] }
            return drop(lane, AudioError(.refused, "the sound server moved the stream to \(name)"))
        case .streamEnded(let lane, let error): return drop(lane, error)
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
        let wanted = lanes.compactMap { $0 }.filter { !$0.isRetiring }
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
        for index in lanes.indices where lanes[index]?.isRetiring == true {
            guard let end = lanes[index]?.end, keys.contains(end.key) else { continue }
            lanes[index]?.isRetiring = false
            actions.append(.keep(index))
        }
        let leaving = lanes.indices.filter { lanes[$0].map { !$0.isRetiring && !keys.contains($0.end.key) } ?? false }
        let present = Set(lanes.compactMap { $0.flatMap { $0.isRetiring ? nil : $0.end.key } })
        let coming = wanted.filter { !present.contains($0.key) && failed[$0.key] == nil }
        for index in leaving {
            guard let lane = lanes[index] else { continue }
            if plan.crossFades, !coming.isEmpty, lane.isLive, inventory.has(lane.end) {
                lanes[index]?.isRetiring = true
                actions.append(.retire(index))
            } else {
                free(index)
                actions.append(.close(index))
            }
        }
        for end in coming {
            guard let index = freeLane() ?? hurry(&actions) else { break }
            lanes[index] = Lane(end: end)
            actions.append(.open(end, lane: index))
        }
        if !coming.isEmpty, lanes.contains(where: { $0?.isRetiring == true }) { actions.append(.wake(after: Self.patience)) }
        return actions
    }

    /// A lane that has never been used while the last one to end may still be playing out, the longest ended otherwise.
    private mutating func freeLane() -> Int? {
        if used.count > 1 { return used.removeFirst() }
        if let fresh = lanes.indices.first(where: { lanes[$0] == nil && !used.contains($0) }) { return fresh }
        return used.isEmpty ? nil : used.removeFirst()
    }

    /// No lane is free: a retiring stream ends before its time.
    private mutating func hurry(_ actions: inout [Action]) -> Int? {
        guard let index = lanes.indices.first(where: { lanes[$0]?.isRetiring == true }) else { return nil }
        lanes[index] = nil
        actions.append(.close(index))
        return index
    }

    private mutating func closeRetiring() -> [Action] {
        let retiring = lanes.indices.filter { lanes[$0]?.isRetiring == true }
        for index in retiring { free(index) }
        return retiring.map { .close($0) }
    }

    private mutating func drop(_ index: Int, _ error: AudioError) -> [Action] {
        guard let lane = lanes[index] else { return [] }
        free(index)
        guard !lane.isRetiring else { return [.close(index)] }
        failed[lane.end.key] = lane.end
        // A player's end is nothing broken: applications come and go.
        if case .player = lane.end {} else { fault = error }
        return [.close(index), .wake(after: Self.retryPeriod)]
    }

    private mutating func free(_ index: Int) {
        guard lanes[index] != nil else { return }
        lanes[index] = nil
        used.append(index)
    }
}
