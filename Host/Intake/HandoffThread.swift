import AgentProtocol
import AppGroup
import Frames
import Glibc
import Platform
import Synchronization

/// The thread that accepts agents, hands them their frame memory and notices their end.
final class HandoffThread: @unchecked Sendable {
    // @unchecked: everything but `events`, `closings` and `wakeup` belongs to the thread itself.
    static let heartbeatMilliseconds: UInt16 = 200
    static let silenceMilliseconds: UInt16 = 800
    /// How many agents may be attached at once.
    static let mostAgents = 16
    /// How many may have connected and not yet said who they are; the oldest of more is sent away.
    static let mostUngreeted = 32
    /// Packets of one connection; a screen that changes its size asks for memory some ten times a second at most.
    private static let packetsPerSecond = 50.0

    let events = SPSCRing<HandoffEvent>(capacity: 64)
    /// Agents whose connection shall be closed, with their last word if they said one. Intake thread → this one.
    let closings = SPSCRing<Closing>(capacity: 64)
    /// Casts for agents that wait for one, and refusals in their place. Any thread → this one.
    private let casts = Mutex<[CastDelivery]>([])
    let wakeup: Wakeup
    private let directory: GroupDirectory
    private let sources: SourceList
    private let listener: PacketListener
    let intakeWakeup: Wakeup
    private let report: @Sendable (IntakeEvent) -> Void
    private let isStopping: @Sendable () -> Bool

    struct Closing: Sendable {
        let generation: UInt32
        let ending: AgentEnding
        /// Its process has to go too: it kept the connection when it should have left.
        let kills: Bool
    }

    private(set) var clients: [HandoffClient] = []
    private var acceptRest = AcceptRest()
    private var refusals = RefusalPacing()
    /// Of all frame memory that is not yet gone.
    let account = MemoryAccount()
    let memoryLimits: MemoryLimits
    var memoryRates: MemoryRates
    let maker: MemoryMaker
    private var lastGeneration: UInt32 = 0
    let buffer = WireBuffer()
    private let inbox: UnsafeMutableRawBufferPointer

    init(
        directory: GroupDirectory, sources: SourceList, intakeWakeup: Wakeup, memoryLimits: MemoryLimits = MemoryLimits(),
        report: @escaping @Sendable (IntakeEvent) -> Void, isStopping: @escaping @Sendable () -> Bool
    ) throws(GroupError) {
        do throws(SystemError) {
            wakeup = try Wakeup()
            maker = try MemoryMaker(onMade: wakeup)
        } catch { throw GroupError("hand-off", error) }
        listener = try PacketListener(path: directory.handoffPath)
        (self.directory, self.sources, self.intakeWakeup, self.report) = (directory, sources, intakeWakeup, report)
        (self.memoryLimits, memoryRates, self.isStopping) = (memoryLimits, MemoryRates(memoryLimits), isStopping)
        // Last: where something before it fails, no deinit is run.
        inbox = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 16)
    }

    deinit { inbox.deallocate() }

    /// The thread's body; returns when stopping, closing every connection.
    @available(*, noasync)
    func run() {
        while !isStopping() {
            let present = clients
            var entries = [pollfd(fd: wakeup.descriptor, events: Int16(POLLIN), revents: 0)]
            entries.append(acceptRest.entry(of: listener, at: .now()))
            // Of one that waits for memory only its end is looked for.
            entries += clients.map { pollfd(fd: $0.socket.descriptor, events: $0.request == nil ? Int16(POLLIN) : 0, revents: 0) }
            entries += clients.map { pollfd(fd: $0.process?.descriptor ?? -1, events: Int16(POLLIN), revents: 0) }
            let isWaiting = clients.contains { $0.request?.isBeingMade == false }
            let pause: Duration? = isWaiting ? .milliseconds(20) : clients.contains { $0.agent == nil } ? .seconds(1) : nil
            let count = entries.count
            let deadline = [pause.map { .now() + $0 }, acceptRest.deadline].compactMap(\.self).min()
            entries.withUnsafeMutableBufferPointer { _ = pollUntil(deadline, $0.baseAddress!, count) }
            if entries[0].revents != 0 { wakeup.drain() }
            while let closing = closings.pop() {
                guard let client = clients.first(where: { $0.agent?.description.generation == closing.generation }) else { continue }
                if closing.kills { client.process?.kill() }
                dismiss(client, closing.ending)
            }
            for cast in dequeueCasts() { give(cast) }
            handOverMade()
            for (client, entry) in zip(present, entries.dropFirst(2)) where client.request != nil && entry.revents != 0 && isHere(client) {
                dismiss(client, .connectionClosed)
            }
            for (client, entry) in zip(present, entries.dropFirst(2 + present.count)) where entry.revents != 0 && isHere(client) {
                serve(client)
                if isHere(client) { dismiss(client, .connectionClosed) }
            }
            if entries[1].revents != 0 { acceptClients() }
            for client in clients {
                proceed(client, at: .now())
                serve(client)
            }
            // A client that says nothing does not keep its connection.
            clients.removeAll { $0.agent == nil && .now() - $0.connectedAt > .seconds(2) }
        }
        clients.removeAll()
    }

    /// Intake thread only: closes an agent's connection, which confirms its end to it.
    ///
    /// - Returns: false when too many closings wait: ask again in the next round.
    func close(_ generation: UInt32, _ ending: AgentEnding, kills: Bool = false) -> Bool {
        defer { wakeup.signal() }
        return closings.push(Closing(generation: generation, ending: ending, kills: kills))
    }

    /// From any thread: an agent's cast, or why there is none.
    func deliver(_ cast: CastDelivery) {
        casts.withLock { $0.append(cast) }
        wakeup.signal()
    }

    private func dequeueCasts() -> [CastDelivery] {
        casts.withLock { kept in
            defer { kept.removeAll() }
            return kept
        }
    }

    private func give(_ cast: CastDelivery) {
        guard let client = clients.first(where: { $0.agent?.description.generation == cast.generation }),
            client.agent?.description.wantsCast == true
        else { return }
        switch cast.outcome {
        case .offer(let offer, let connection):
            offer.encode(into: buffer)
            do throws(SystemError) { try client.socket.send(buffer.bytes, descriptor: connection.number) } catch {
                // Without it the agent would wait for ever.
                dismiss(client, AgentEnding(.failed, .dropped("its cast cannot be handed over: \(error)")))
            }
        case .refusal(let reason, let message):
            dismiss(client, refusing: reason, message)
        }
    }

    private func acceptClients() {
        do throws(GroupError) {
            while let socket = try listener.accept() {
                if clients.count(where: { $0.agent == nil }) >= Self.mostUngreeted, let oldest = clients.firstIndex(where: { $0.agent == nil }) {
                    clients.remove(at: oldest)
                }
                clients.append(HandoffClient(socket, packetsPerSecond: Self.packetsPerSecond, within: account))
            }
        } catch {
            acceptRest.failed(error, at: .now())
            tellRefusal(error.message)
        }
    }

    private func serve(_ client: HandoffClient) {
        var allowance = client.limit.allowance(at: .now())
        while client.request == nil {
            var passed: OwnedDescriptor?
            let received: PacketSocket.Received
            do throws(SystemError) { received = try client.socket.receive(into: inbox, passed: &passed) } catch {
                guard error.number == EMSGSIZE else { return dismiss(client, AgentEnding(.failed, .dropped("hand-off: \(error)"))) }
                let message = "a packet of more than \(inbox.count) bytes, longer than any message of an agent on this connection"
                return dismiss(client, refusing: .invalidData, message)
            }
            switch received {
            case .nothing: return
            case .end: return dismiss(client, .connectionClosed)
            case .packet(let count, _):
                guard allowance > 0 else {
                    let message = "too many messages: more than \(Int(Self.packetsPerSecond)) a second on the hand-off connection"
                    return dismiss(client, refusing: .invalidData, message)
                }
                allowance -= 1
                client.limit.took(1)
                do throws(WireError) { try answer(client, UnsafeRawBufferPointer(rebasing: inbox[0..<count])) } catch {
                    return dismiss(client, refusing: .invalidData, "\(error)")
                }
                guard isHere(client) else { return }
            }
        }
    }

    private func answer(_ client: HandoffClient, _ bytes: UnsafeRawBufferPointer) throws(WireError) {
        switch try messageKind(of: bytes) {
        case .hello where client.agent == nil: greet(client, try Hello.decode(bytes))
        case .geometry where client.agent != nil: lend(client, try GeometryRequest.decode(bytes))
        case .hello, .geometry: throw .badValue(field: "order of messages")
        // Kinds of a later version are ignored.
        default: return
        }
    }

    private func greet(_ client: HandoffClient, _ hello: Hello) {
        let common = hello.versions.clamped(to: Hello.spokenVersions)
        guard hello.versions.overlaps(Hello.spokenVersions) else {
            let message =
                "the agent speaks protocol versions \(hello.versions), this host \(Hello.spokenVersions): update the older of the two"
            refuse(client, .failed, message)
            tellRefusal("\(hello.backend) agent, pid \(hello.processID): \(message)")
            return remove(client)
        }
        guard let feed = SourceName(hello.place).flatMap(sources.feed) else {
            refuse(client, .failed, "there is no source '\(hello.place)': use --place with one of \(sources.text)")
            return remove(client)
        }
        guard clients.count(where: { $0.agent != nil }) < Self.mostAgents else {
            refuse(client, .failed, "\(Self.mostAgents) agents are attached already")
            return remove(client)
        }
        do throws(GroupError) {
            let path = directory.agentPath(token: GroupDirectory.makeToken())
            let peer: PeerCredentials
            do throws(SystemError) { peer = try client.socket.peer() } catch { throw GroupError("hand-off", error) }
            let channel = try ChannelServer(binding: path, onlyFor: peer.processID)
            client.process = client.socket.peerProcess(connectedBy: client.connectedAt)
            lastGeneration += 1
            let description = AgentDescription(
                generation: lastGeneration, processID: peer.processID, backend: hello.backend, screen: hello.screen, place: hello.place,
                isStandby: hello.isStandby, wantsCast: hello.wantsCast, needKiB: hello.needKiB, attachedAt: .now(),
                isChild: Self.isChild(peer.processID))
            let agent = AttachedAgent(description: description, feed: feed, channel: channel)
            client.agent = agent
            tell(.attached(agent))
            Welcome(
                version: common.upperBound, generation: lastGeneration, heartbeatMilliseconds: Self.heartbeatMilliseconds,
                silenceMilliseconds: Self.silenceMilliseconds, endpoint: "ipc://" + path
            ).encode(into: buffer)
            do throws(SystemError) { try client.socket.send(buffer.bytes) } catch { throw GroupError("hand-off", error) }
            report(.attached(description))
        } catch {
            dismiss(client, refusing: .failed, error.message)
        }
    }

    private static func isChild(_ processID: Int32) -> Bool {
        var information = siginfo_t()
        return waitid(P_PID, id_t(processID), &information, WEXITED | WNOHANG | WNOWAIT) == 0
    }

    private func refuse(_ client: HandoffClient, _ reason: EndReason, _ message: String) {
        Refusal(reason: reason, message: message).encode(into: buffer)
        // One that is gone already needs no answer.
        do throws(SystemError) { try client.socket.send(buffer.bytes) } catch {}
        // It reads why, even if it has said more than was listened to.
        client.socket.hangUp()
    }

    private func tellRefusal(_ message: String) {
        if let message = refusals.tell(message, at: .now()) { report(.refused(message: message)) }
    }

    /// Tells it why, and ends its connection.
    func dismiss(_ client: HandoffClient, refusing reason: EndReason, _ message: String) {
        refuse(client, reason, message)
        dismiss(client, AgentEnding(reason, .dropped(message)))
    }

    private func dismiss(_ client: HandoffClient, _ ending: AgentEnding) {
        if let generation = client.agent?.description.generation {
            maker.cancel(generation)
            tell(.gone(generation: generation, ending))
        }
        remove(client)
    }

    private func isHere(_ client: HandoffClient) -> Bool { clients.contains { $0 === client } }

    private func remove(_ client: HandoffClient) { clients.removeAll { $0 === client } }

    func tell(_ item: HandoffEvent) {
        // 64 entries for at most 16 agents: full only when the intake thread stands still, and then waiting is right.
        while !events.push(item), !isStopping() {
            intakeWakeup.signal()
            sched_yield()
        }
        intakeWakeup.signal()
    }
}
