import AgentProtocol
import AppGroup
import Frames
import Platform

/// Frame memory for the agents: how much each may have, and when.
extension HandoffThread {
    /// How long memory that was replaced may stay in use.
    private static let longestUse = Duration.seconds(2)

    func lend(_ client: HandoffClient, _ request: GeometryRequest) {
        guard let layout = FrameLayout(geometry: request.geometry, slotCount: request.slotCount) else { return }
        let others = clients.reduce(0) { $0 + ($1 === client ? 0 : $1.memoryBytes) }
        guard layout.totalBytes <= memoryLimits.largestBytes, others + layout.totalBytes <= memoryLimits.largestBytesOfAll else {
            let most = min(memoryLimits.largestBytes, memoryLimits.largestBytesOfAll - others) >> 20
            return refuseMemory(client, layout, "\(most) MiB may be had")
        }
        client.request = HandoffClient.Request(layout: layout)
        proceed(client, at: .now())
    }

    /// Has the memory made that a client waits for, as soon as it may have it.
    func proceed(_ client: HandoffClient, at now: MediaTime) {
        guard let request = client.request, !request.isBeingMade, let agent = client.agent?.description else { return }
        guard memoryRates.mayMake(agent.processID, at: now) else { return }
        let bytes = request.layout.totalBytes
        guard client.account.bytes + bytes <= memoryLimits.largestBytes, account.bytes + bytes <= memoryLimits.largestBytesOfAll else {
            guard let deadline = request.deadline else {
                client.request?.deadline = now + Self.longestUse
                // It sends no notices on that any more: what reads it may let it go before there is another.
                return tell(.withdrawn(generation: agent.generation))
            }
            if now > deadline { refuseMemory(client, request.layout, "its memory before is still in use") }
            return
        }
        memoryRates.took(agent.processID, bytes: bytes)
        client.request?.isBeingMade = true
        client.memoryBytes = bytes
        client.account.add(bytes)
        maker.make(request.layout, for: agent.generation) { [account = client.account, wakeup] in
            account.add(-bytes)
            wakeup.signal()
        }
    }

    /// Hands over the memory that is ready.
    func handOverMade() {
        for made in maker.takeMade() {
            let client = clients.first { $0.agent?.description.generation == made.generation }
            switch made.result {
            case .success(let pages):
                guard let client else {
                    maker.dispose(pages)
                    continue
                }
                let memory = FrameMemory(pages) { [maker] in maker.dispose($0) }
                do throws(GroupError) { try handOver(memory, to: client) } catch { dismiss(client, refusing: .failed, error.message) }
            case .failure(let error): if let client { dismiss(client, refusing: .failed, error.message) }
            }
        }
    }

    private func handOver(_ memory: FrameMemory, to client: HandoffClient) throws(GroupError) {
        guard let agent = client.agent else { return }
        client.request = nil
        client.memoryNumber += 1
        MemoryOffer(memoryNumber: client.memoryNumber, layout: memory.layout).encode(into: buffer)
        // The intake must know the memory before the agent can send a notice on it.
        tell(.memory(generation: agent.description.generation, number: client.memoryNumber, HostLoans(memory: memory, onFreed: intakeWakeup)))
        do throws(SystemError) { try client.socket.send(buffer.bytes, descriptor: memory.descriptor) } catch {
            throw GroupError("handing frame memory over", error)
        }
    }

    private func refuseMemory(_ client: HandoffClient, _ layout: FrameLayout, _ why: String) {
        dismiss(client, refusing: .failed, "\(layout.slotCount) slots of \(layout.geometry.size) take \(layout.totalBytes >> 20) MiB, and \(why)")
    }
}
