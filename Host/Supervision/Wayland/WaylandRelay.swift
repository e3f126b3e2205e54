import Glibc
import Platform

/// The two connections of a proxy, and what is on its way between them. On the proxy's thread alone.
struct WaylandRelay: ~Copyable {
    private let agent: PassingStream
    /// `nil` once it has gone, or the agent may say nothing more to it.
    private var compositor: PassingStream?
    private let requests = WaylandQueue()
    private let events = WaylandQueue()
    private var filter = WaylandFilter()
    /// The compositor has closed its end: what it said may still have to be received, and it hears nothing more.
    private var isDeaf = false
    /// Why the agent's connection was ended.
    private(set) var offence: WaylandFilter.Offence?

    init(agent: PassingStream, compositor: PassingStream) { (self.agent, self.compositor) = (agent, compositor) }

    /// Waits until there is something to do, and does it.
    ///
    /// - Returns: false when it is over.
    @available(*, noasync)
    mutating func turn(_ wakeup: Wakeup) -> Bool {
        // The last that the compositor said is still to be read by the agent.
        if compositor == nil, events.ready == 0 {
            agent.hangUp()
            return false
        }
        let fromCompositor = interest(in: events.isOpen, out: isDeaf ? 0 : requests.ready)
        var entries = [
            pollfd(fd: wakeup.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: agent.descriptor, events: interest(in: compositor != nil && requests.isOpen, out: events.ready), revents: 0),
            // An end that cannot be received yet would be told again and again.
            pollfd(fd: fromCompositor == 0 ? -1 : compositor?.descriptor ?? -1, events: fromCompositor, revents: 0),
        ]
        entries.withUnsafeMutableBufferPointer { _ = pollUntil(nil, $0.baseAddress!, $0.count) }
        if entries[0].revents != 0 { wakeup.drain() }
        if entries[2].revents & Int16(POLLHUP | POLLERR) != 0 { isDeaf = true }
        if entries[2].revents != 0 { listenToCompositor() }
        if entries[1].revents != 0, !listenToAgent(entries[1].revents) { return false }
        if let compositor, !isDeaf { requests.send(to: compositor) }
        events.send(to: agent)
        return true
    }

    private func interest(in reads: Bool, out waiting: Int) -> Int16 { Int16((reads ? POLLIN : 0) | (waiting > 0 ? POLLOUT : 0)) }

    private mutating func listenToCompositor() {
        guard let compositor, events.isOpen else { return }
        switch events.receive(from: compositor) {
        case .end: self.compositor = nil
        case .flood: cut(.senselessCompositor)
        case .taken: if let found = events.judge(malformed: .senselessCompositor, { filter.judge(event: $0) }) { cut(found) }
        }
    }

    /// - Returns: false when it has gone.
    private mutating func listenToAgent(_ happened: Int16) -> Bool {
        guard compositor != nil, requests.isOpen else { return happened & Int16(POLLHUP | POLLERR) == 0 }
        switch requests.receive(from: agent) {
        case .end: return false
        case .flood: cut(.tooManyDescriptors)
        case .taken: if let found = requests.judge(malformed: .malformed, { filter.judge(request: $0) }) { cut(found) }
        }
        return true
    }

    /// The compositor hears nothing more; the agent is told as by a compositor that refuses a request: wl_display.error(object, code,
    /// message), with the code of an object that is not there.
    private mutating func cut(_ offence: WaylandFilter.Offence) {
        self.offence = offence
        compositor?.hangUp()
        compositor = nil
        let refused: [UInt32] = [0x7566_6572, 0x0064_6573]
        events.finish(with: [1, 28 << 16, filter.registries.min() ?? 1, 0, 8] + refused)
    }
}
