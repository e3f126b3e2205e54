import Glibc
import Platform
import Synchronization

/// The cast thread: it carries out what the broker and the conversation decide.
final class CastThread: @unchecked Sendable {
    // @unchecked: `requests`, `wakeup` and `isStopping` are made for sharing; the rest belongs to the thread.
    enum Request: Hashable, Sendable {
        case asked(UInt32)
        case left(UInt32, castFailed: Bool)
        case delivered(UInt32)
        case lost
        case renewed
    }

    private let wakeup: Wakeup
    private let requests = Mutex<[Request]>([])
    private let isStopping = Atomic<Bool>(false)
    private let choice: CastChoice
    private let store: RestoreStore?
    private let address: String?
    private let patience: CastPatience
    private let report: @Sendable (PortalEvent) -> Void

    private var broker = CastBroker()
    private var conversation: CastConversation?
    private var bus: SessionBus?
    /// From the bus's serial numbers to the conversation's.
    private var calls: [UInt32: Int] = [:]
    private var stream: CastStream?
    private var keepsPermission: Bool?
    /// Until the user has chosen.
    private var isFresh: Bool
    private var conversations = 0
    /// In a row that came to nothing after there had been a session; `nil` before the first session.
    private var vain: Int?
    /// The compositor that went away and has not been seen since.
    private var missing: String?
    /// When a cast ended by itself, until there is a picture again.
    private var brokeOffAt: MediaTime?
    /// How long a desktop without a screen is asked again by itself.
    private static let returnTime = Duration.seconds(120)
    /// A desktop that was restarted fails for a while, which is not the permission's fault.
    private static let mostVain = 8

    init(
        _ choice: CastChoice, isFresh: Bool = false, store: RestoreStore?, address: String?, patience: CastPatience = CastPatience(),
        report: @escaping @Sendable (PortalEvent) -> Void
    ) throws(SystemError) {
        wakeup = try Wakeup()
        (self.choice, self.store, self.address) = (choice, choice.isRestoring ? store : nil, address)
        (self.patience, self.report, self.isFresh) = (patience, report, isFresh)
    }

    /// From any thread.
    func post(_ request: Request) {
        requests.withLock { $0.append(request) }
        wakeup.signal()
    }

    /// From any thread: the body returns soon.
    func stop() {
        isStopping.store(true, ordering: .releasing)
        wakeup.signal()
    }

    /// The thread's body.
    @available(*, noasync)
    func run() {
        while !isStopping.load(ordering: .acquiring) {
            for request in takeRequests() { take(request) }
            let now = MediaTime.now()
            act(conversation?.tick(at: now) ?? [])
            act(broker.tick(at: now))
            takeMessages()
            wait()
        }
        hangUp()
    }

    private func takeRequests() -> [Request] {
        requests.withLock { kept in
            defer { kept.removeAll() }
            return kept
        }
    }

    private func take(_ request: Request) {
        switch request {
        case .asked(let agent): act(broker.asked(agent, at: .now()))
        case .left(let agent, let castFailed):
            if castFailed { brokeOffAt = .now() }
            broker.left(agent, castFailed: castFailed)
        case .delivered(let agent):
            brokeOffAt = nil
            broker.delivered(agent)
        case .lost: act(conversation?.lost(at: .now()) ?? [])
        case .renewed:
            brokeOffAt = nil
            broker.renewed()
        }
    }

    private func wait() {
        var entries = [pollfd(fd: wakeup.descriptor, events: Int16(POLLIN), revents: 0), bus?.interest ?? pollfd(fd: -1, events: 0, revents: 0)]
        let deadline = [conversation?.nextTime, broker.nextTime].compactMap { $0 }.min()
        entries.withUnsafeMutableBufferPointer { _ = pollUntil(deadline, $0.baseAddress!, $0.count) }
        if entries[0].revents != 0 { wakeup.drain() }
        guard entries[1].revents != 0, let bus else { return }
        let isThere = bus.handle(entries[1].revents)
        takeMessages()
        if !isThere, self.bus === bus {
            self.bus = nil
            act(conversation?.lostBus() ?? [])
        }
    }

    private func takeMessages() {
        while let bus, let message = bus.next() {
            switch message.content {
            case .answer(let serial, let reply):
                guard let number = calls.removeValue(forKey: serial) else { continue }
                act(conversation?.answered(number, reply, at: .now()) ?? [])
            case .signal(let signal): act(conversation?.signalled(signal, at: .now()) ?? [])
            }
        }
    }

    // MARK: What the broker wants

    private func act(_ acts: [CastBroker.Act]) {
        for act in acts {
            switch act {
            case .open: open()
            case .close: hangUp()
            case .remote(let agent): self.act(conversation?.openRemote(for: agent, at: .now()) ?? [])
            case .refuse(let agent, let error): report(.refused(agent: agent, error))
            case .wait(let delay, let error): report(.waiting(error, delay))
            }
        }
    }

    private func open() {
        hangUp()
        guard let address = address ?? BusAddress.current() else { return act(broker.failed(.noBus, at: .now())) }
        do throws(BusProblem) { bus = try SessionBus(address: address) } catch {
            return act(broker.failed(PortalError(unreachable: error), at: .now()))
        }
        conversations += 1
        let mark = "\(getpid())_\(conversations)_" + String(UInt64.random(in: 0 ... .max), radix: 36)
        let mayDropToken = vain.map { $0 >= Self.mostVain } ?? true
        var begun = CastConversation(
            choice, token: isFresh ? nil : store?.token(for: choice), mark: mark, mayDropToken: mayDropToken, missing: mayDropToken ? nil : missing,
            isReturning: brokeOffAt.map { .now() - $0 < Self.returnTime } ?? false, patience: patience)
        let acts = begun.begin(at: .now())
        conversation = begun
        keepsPermission = choice.isRestoring ? false : nil
        act(acts)
    }

    private func hangUp() {
        let acts = conversation?.close() ?? []
        for case .tell(let call) in acts { bus?.send(call, wantsReply: false) }
        if !acts.isEmpty { bus?.flush() }
        forget()
    }

    /// Nothing is left of the conversation but what it has lost.
    private func forget() {
        missing = conversation?.lostCompositor ?? missing
        (conversation, bus, stream) = (nil, nil, nil)
        calls.removeAll()
    }

    // MARK: What the conversation wants

    private func act(_ acts: [CastConversation.Act]) {
        for act in acts {
            switch act {
            case .named(let name): _ = bus?.setName(name)
            case .subscribe(let rule): bus?.send(.bus("AddMatch", .text(rule)), wantsReply: false)
            case .tell(let call): bus?.send(call, wantsReply: false)
            case .call(let call, let number): self.call(call, number)
            case .slow: report(.slow)
            case .asking: report(.asking)
            case .token(let changes): take(changes)
            case .opened(let opened):
                (stream, vain, missing, isFresh) = (opened, 0, nil, false)
                report(.opened(opened, keepsPermission: keepsPermission))
                self.act(broker.opened(isRestorable: keepsPermission == true))
            case .remote(let agent, let remote):
                let (isGood, acts) = broker.remoteOpened(for: agent)
                if isGood, let stream { report(.granted(agent: agent, stream.offer, remote)) }
                self.act(acts)
            case .noRemote(let agent, let error): self.act(broker.refusedRemote(for: agent, error, at: .now()))
            case .doubted:
                brokeOffAt = .now()
                broker.doubt()
            case .failed(let error): end(error)
            }
        }
    }

    private func call(_ call: BusCall, _ number: Int) {
        let serial = bus?.send(call) ?? 0
        guard serial == 0 else { return calls[serial] = number }
        act(conversation?.answered(number, .error(name: "", words: "the call cannot be made"), at: .now()) ?? [])
    }

    private func take(_ changes: RestoreEvent) {
        keepsPermission = store.map { $0.take(changes, for: choice) }
    }

    private func end(_ error: PortalError) {
        let wasOpen = stream != nil
        if !wasOpen, let vain { self.vain = vain + 1 }
        bus?.flush()
        forget()
        if wasOpen {
            brokeOffAt = error.isRetriable ? .now() : nil
            report(.closed(error))
        }
        act(broker.failed(error, at: .now()))
    }
}
