import AppGroup
import Glibc

/// The thread at the door: lets agents in, makes their frame memory (which takes milliseconds, so it happens here and not
/// on the intake thread) and notices their end.
final class HandoffThread: @unchecked Sendable {
    // @unchecked: everything but `news`, `closings` and `wakeup` belongs to the thread itself.
    static let heartbeatMilliseconds: UInt16 = 250
    static let silenceMilliseconds: UInt16 = 2000
    /// How many agents may be attached at once.
    static let mostAgents = 16

    let news = SPSCRing<HandoffNews>(capacity: 64)
    /// Agents whose connection shall be closed, with their last word if they said one. Intake thread → this one.
    private let closings = SPSCRing<(generation: UInt32, last: AgentEnded?)>(capacity: 64)
    let wakeup: Wakeup
    private let directory: GroupDirectory
    private let context: ChannelContext
    private let listener: PacketListener
    private let intakeWakeup: Wakeup
    private let report: @Sendable (IntakeEvent) -> Void
    private let isStopping: @Sendable () -> Bool

    private final class Visitor {
        let socket: PacketSocket
        let knockedAt = MediaTime.now()
        var agent: AttachedAgent?
        var memoryNumber: UInt32 = 0
        init(_ socket: PacketSocket) { self.socket = socket }
    }

    private var visitors: [Visitor] = []
    private var lastGeneration: UInt32 = 0
    private let buffer = WireBuffer()
    private let inbox = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 16)

    init(
        directory: GroupDirectory, context: ChannelContext, intakeWakeup: Wakeup, report: @escaping @Sendable (IntakeEvent) -> Void,
        isStopping: @escaping @Sendable () -> Bool
    ) throws(GroupError) {
        do throws(SystemError) { wakeup = try Wakeup() } catch { throw GroupError("hand-off", error) }
        listener = try PacketListener(path: directory.handoffPath)
        (self.directory, self.context, self.intakeWakeup, self.report) = (directory, context, intakeWakeup, report)
        self.isStopping = isStopping
    }

    deinit { inbox.deallocate() }

    /// The thread's body; returns when stopping, closing every connection.
    @available(*, noasync)
    func run() {
        while !isStopping() {
            var entries = [pollfd(fd: wakeup.descriptor, events: Int16(POLLIN), revents: 0)]
            entries.append(pollfd(fd: listener.descriptor, events: Int16(POLLIN), revents: 0))
            entries += visitors.map { pollfd(fd: $0.socket.descriptor, events: Int16(POLLIN), revents: 0) }
            let greeting = visitors.contains { $0.agent == nil }
            let count = entries.count
            entries.withUnsafeMutableBufferPointer { _ = pollUntil(greeting ? .now() + .seconds(1) : nil, $0.baseAddress!, count) }
            if entries[0].revents != 0 { wakeup.drain() }
            while let closing = closings.pop() {
                guard let visitor = visitors.first(where: { $0.agent?.description.generation == closing.generation }) else { continue }
                dismiss(visitor, closing.last?.reason ?? .closed, closing.last?.message ?? "did not confirm that it stopped")
            }
            if entries[1].revents != 0 { letIn() }
            for visitor in visitors { serve(visitor) }
            // Whoever knocks and says nothing does not keep a place.
            visitors.removeAll { $0.agent == nil && .now() - $0.knockedAt > .seconds(2) }
        }
        visitors.removeAll()
    }

    /// Intake thread only: closes an agent's connection, which confirms its end to it.
    func close(_ generation: UInt32, _ last: AgentEnded?) {
        // Asked again in the next round if the ring is full.
        _ = closings.push((generation, last))
        wakeup.signal()
    }

    private func letIn() {
        do throws(GroupError) {
            while let socket = try listener.accept() { visitors.append(Visitor(socket)) }
        } catch { report(.refused(message: error.message)) }
    }

    private func serve(_ visitor: Visitor) {
        while true {
            var passed: OwnedDescriptor?
            let received: PacketSocket.Received
            do throws(SystemError) { received = try visitor.socket.receive(into: inbox, passed: &passed) } catch {
                return dismiss(visitor, .failed, "hand-off: \(error)")
            }
            switch received {
            case .nothing: return
            case .end: return dismiss(visitor, .closed, "the process went away")
            case .packet(let count, _):
                do throws(WireError) { try answer(visitor, UnsafeRawBufferPointer(rebasing: inbox[0..<count])) } catch {
                    refuse(visitor, .invalidData, "\(error)")
                    return dismiss(visitor, .invalidData, "\(error)")
                }
                guard visitors.contains(where: { $0 === visitor }) else { return }
            }
        }
    }

    private func answer(_ visitor: Visitor, _ bytes: UnsafeRawBufferPointer) throws(WireError) {
        switch try messageKind(of: bytes) {
        case .hello where visitor.agent == nil: greet(visitor, try Hello.decode(bytes))
        case .geometry where visitor.agent != nil: lend(visitor, try GeometryRequest.decode(bytes))
        case .hello, .geometry: throw .badValue(field: "order of messages")
        // Kinds of a later version are ignored.
        default: return
        }
    }

    private func greet(_ visitor: Visitor, _ hello: Hello) {
        let common = hello.versions.clamped(to: Hello.spokenVersions)
        guard hello.versions.overlaps(Hello.spokenVersions) else {
            let message =
                "the agent speaks protocol versions \(hello.versions), this host \(Hello.spokenVersions): update the older of the two"
            refuse(visitor, .failed, message)
            report(.refused(message: "\(hello.backend) agent, pid \(hello.processID): \(message)"))
            return remove(visitor)
        }
        guard hello.place == "screen" else {
            refuse(visitor, .failed, "there is no place '\(hello.place)' on the canvas: use --place screen")
            return remove(visitor)
        }
        guard visitors.count(where: { $0.agent != nil }) < Self.mostAgents else {
            refuse(visitor, .failed, "\(Self.mostAgents) agents are attached already")
            return remove(visitor)
        }
        do throws(GroupError) {
            let path = directory.agentPath(token: GroupDirectory.makeToken())
            let channel = try Channel(context, binding: path)
            let peer: PeerCredentials
            do throws(SystemError) { peer = try visitor.socket.peer() } catch { throw GroupError("hand-off", error) }
            lastGeneration += 1
            let description = AgentDescription(
                generation: lastGeneration, processID: peer.processID, backend: hello.backend, screen: hello.screen, place: hello.place,
                isStandby: hello.isStandby, needKiB: hello.needKiB, attachedAt: .now())
            let agent = AttachedAgent(description: description, channel: channel)
            visitor.agent = agent
            tell(.attached(agent))
            Welcome(
                version: common.upperBound, generation: lastGeneration, heartbeatMilliseconds: Self.heartbeatMilliseconds,
                silenceMilliseconds: Self.silenceMilliseconds, endpoint: "ipc://" + path
            ).encode(into: buffer)
            do throws(SystemError) { try visitor.socket.send(buffer.bytes) } catch { throw GroupError("hand-off", error) }
            report(.attached(description))
        } catch {
            refuse(visitor, .failed, error.message)
            dismiss(visitor, .failed, error.message)
        }
    }

    private func lend(_ visitor: Visitor, _ request: GeometryRequest) {
        guard let agent = visitor.agent else { return }
        do throws(GroupError) {
            guard let layout = FrameLayout(geometry: request.geometry, slotCount: request.slotCount) else { return }
            let memory = try FrameMemory(layout: layout)
            visitor.memoryNumber += 1
            MemoryOffer(memoryNumber: visitor.memoryNumber, layout: layout).encode(into: buffer)
            // The intake must know the memory before the agent can send a notice on it.
            tell(
                .memory(
                    generation: agent.description.generation, number: visitor.memoryNumber, HostLoans(memory: memory, onFreed: intakeWakeup)))
            do throws(SystemError) { try visitor.socket.send(buffer.bytes, descriptor: memory.descriptor) } catch {
                throw GroupError("handing frame memory over", error)
            }
        } catch {
            refuse(visitor, .failed, error.message)
            dismiss(visitor, .failed, error.message)
        }
    }

    private func refuse(_ visitor: Visitor, _ reason: EndReason, _ message: String) {
        Refusal(reason: reason, message: message).encode(into: buffer)
        // Whoever is gone already needs no answer.
        do throws(SystemError) { try visitor.socket.send(buffer.bytes) } catch {}
    }

    private func dismiss(_ visitor: Visitor, _ reason: EndReason, _ message: String) {
        if let agent = visitor.agent { tell(.gone(generation: agent.description.generation, reason, message: message)) }
        remove(visitor)
    }

    private func remove(_ visitor: Visitor) { visitors.removeAll { $0 === visitor } }

    private func tell(_ item: HandoffNews) {
        // 64 places for at most 16 agents: full only when the intake thread stands still, and then waiting is right.
        while !news.push(item), !isStopping() {
            intakeWakeup.signal()
            sched_yield()
        }
        intakeWakeup.signal()
    }
}
