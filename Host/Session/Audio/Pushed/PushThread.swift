import AgentProtocol
import AppGroup
import Codec
import Glibc
import Intake
import Platform
import Synchronization

/// The thread that serves pushed audio: greets, reads, holds back, sends away. Nothing here waits for one pusher.
final class PushThread: @unchecked Sendable {
    // @unchecked: everything but `requests` belongs to the thread itself.
    static let mostPushers = 8
    /// How many may have connected and not said who they are.
    private static let mostStrangers = 16
    private static let greeting = Duration.seconds(2)
    /// Packets of one client before the next one's turn.
    private static let turn = 32

    private let listener: PacketListener
    private let wakeup: Wakeup
    private let hooks: PushServer.Hooks
    private let isStopping: @Sendable () -> Bool
    /// What pushers are to be told, by their number.
    let requests = Mutex<[UInt32: AudioState]>([:])

    private var clients: [PushClient] = []
    private var lastNumber: UInt32 = 0
    private var acceptRest = AcceptRest()
    private var refusals = RefusalPacing()
    private let buffer = WireBuffer()
    private let inbox = UnsafeMutableRawBufferPointer.allocate(byteCount: WireBuffer.capacity, alignment: 16)

    init(
        _ listener: PacketListener, _ wakeup: Wakeup, _ hooks: PushServer.Hooks, isStopping: @escaping @Sendable () -> Bool
    ) {
        (self.listener, self.wakeup, self.hooks, self.isStopping) = (listener, wakeup, hooks, isStopping)
    }

    deinit { inbox.deallocate() }

    @available(*, noasync)
    func run() {
        while !isStopping() {
            let present = clients
            var entries = [pollfd(fd: wakeup.descriptor, events: Int16(POLLIN), revents: 0), acceptRest.entry(of: listener, at: .now())]
            // Who is held back is not looked at, not even for its end: what it sent is heard first.
            entries += present.map {
                pollfd(fd: $0.restsUntil == nil && $0.leavesAt == nil ? $0.socket.descriptor : -1, events: Int16(POLLIN), revents: 0)
            }
            _ = pollUntil([nextTime(), acceptRest.deadline].compactMap(\.self).min(), &entries, entries.count)
            if entries[0].revents != 0 { wakeup.drain() }
            if entries[1].revents != 0 { acceptClients() }
            for (client, entry) in zip(present, entries.dropFirst(2)) where entry.revents != 0 { serve(client) }
            let now = MediaTime.now()
            for client in clients { attend(client, at: now) }
            tell()
        }
        for client in clients { sendAway(client, .sessionFinished, "the session is over") }
    }

    /// When something is due without anybody saying a word.
    private func nextTime() -> MediaTime? {
        clients.compactMap { client -> MediaTime? in
            let times = [
                client.restsUntil, client.leavesAt, client.pushed == nil ? client.connectedAt + Self.greeting : nil,
                client.wanted != client.told ? .now() + .milliseconds(100) : nil,
            ]
            return times.compactMap(\.self).min()
        }.min()
    }

    private func attend(_ client: PushClient, at now: MediaTime) {
        if let time = client.restsUntil, time <= now { client.restsUntil = nil }
        if let time = client.leavesAt, time <= now { remove(client, client.reason) }
        // A client that says nothing does not keep its connection.
        if client.pushed == nil, now - client.connectedAt > Self.greeting { remove(client, "") }
    }

    private func acceptClients() {
        do throws(GroupError) {
            while let socket = try listener.accept() {
                if clients.count(where: { $0.pushed == nil }) >= Self.mostStrangers, let oldest = clients.first(where: { $0.pushed == nil }) {
                    remove(oldest, "")
                }
                clients.append(PushClient(socket, at: .now()))
            }
        } catch {
            acceptRest.failed(error, at: .now())
            tellRefusal(error.message)
        }
    }

    private func serve(_ client: PushClient) {
        for _ in 0..<Self.turn {
            let now = MediaTime.now()
            client.restsUntil = client.holdBack(at: now)
            guard client.restsUntil == nil, client.leavesAt == nil, clients.contains(where: { $0 === client }) else { return }
            var passed: OwnedDescriptor?
            do throws(SystemError) {
                switch try client.socket.receive(into: inbox, passed: &passed) {
                case .nothing: return
                case .end: return leave(client, "its process went away", at: now)
                case .packet(let count, _): handle(UnsafeRawBufferPointer(rebasing: inbox[..<count]), from: client, at: now)
                }
            } catch {
                guard error.number == EMSGSIZE else { return leave(client, "its connection broke: \(error.reason)", at: now) }
                return sendAway(client, .invalidData, "a packet of more than \(WireBuffer.capacity) bytes")
            }
        }
    }

    private func handle(_ bytes: UnsafeRawBufferPointer, from client: PushClient, at now: MediaTime) {
        do throws(WireError) {
            var span = Duration.zero
            switch (try messageKind(of: bytes), client.pushed) {
            case (.soundHello, nil): greet(client, try AudioHello.decode(bytes))
            case (.soundBlock, let pushed?):
                let block = try AudioBlock(decoding: bytes, of: pushed.format)
                span = block.captureTime == nil ? .zero : pushed.format.span(ofSampleFrames: block.sampleFrames)
                do throws(CodecError) { try client.mix(block, at: now) } catch { return sendAway(client, .failed, error.message) }
            case (.soundEnd, .some):
                _ = try AudioEnd.decode(bytes)
                leave(client, "it ended", at: now)
            case (.soundHello, .some), (.soundBlock, nil), (.soundEnd, nil): throw .badValue(field: "order of messages")
            // Kinds of a later version are passed over.
            default: break
            }
            guard client.allowance.spend(span, at: now) else {
                let most = "\(PushAllowance.messagesPerSecond) messages or \(Int(clamping: PushAllowance.mostAudio.inSeconds)) s of sound"
                return sendAway(client, .flood, "too much: more than \(most) in a second")
            }
        } catch { sendAway(client, .invalidData, "\(error)") }
    }

    private func greet(_ client: PushClient, _ hello: AudioHello) {
        guard hello.versions.overlaps(AudioHello.spokenVersions) else {
            let text = "it speaks versions \(hello.versions) of pushed sound, this host \(AudioHello.spokenVersions): update the older of the two"
            return sendAway(client, .version, text)
        }
        do throws(GroupError) { _ = try PushName(hello.name) } catch { return sendAway(client, .badName, error.message) }
        if let other = clients.first(where: { $0.pushed?.name == hello.name }) {
            // One that is gone makes room for its successor.
            guard other.leavesAt != nil else {
                return sendAway(
                    client, .nameTaken, "'\(hello.name)' is pushed already, by \(other.pushed?.owner ?? ""): give it another name")
            }
            remove(other, other.reason)
        }
        guard clients.count(where: { $0.pushed != nil }) < Self.mostPushers else {
            return sendAway(client, .full, "\(Self.mostPushers) sources are pushed already")
        }
        let common = hello.versions.clamped(to: AudioHello.spokenVersions).upperBound
        do {
            let pushed = PushedSource(number: lastNumber + 1, hello: hello, peer: try client.socket.peer())
            client.join(pushed, try SampleConverter(hello.format))
            lastNumber += 1
            if let text = hooks.onJoin(pushed) {
                client.refuse()
                return sendAway(client, .full, text)
            }
            AudioAccepted(version: common, number: pushed.number).encode(into: buffer)
            try client.socket.send(buffer.bytes)
        } catch { sendAway(client, .failed, "\(error)") }
    }

    /// What it sent is heard before it goes.
    private func leave(_ client: PushClient, _ reason: String, at now: MediaTime) { client.end(reason, at: now) }

    private func sendAway(_ client: PushClient, _ reason: AudioRefusal.Reason, _ message: String) {
        AudioRefusal(reason: reason, message: message).encode(into: buffer)
        // One that is gone already needs no answer.
        do throws(SystemError) { try client.socket.send(buffer.bytes) } catch {}
        client.socket.hangUp()
        if client.pushed == nil, reason != .sessionFinished { tellRefusal(message) }
        remove(client, message)
    }

    private func tellRefusal(_ message: String) {
        if let message = refusals.tell(message, at: .now()) { hooks.onRefusal(message) }
    }

    private func remove(_ client: PushClient, _ reason: String) {
        guard let index = clients.firstIndex(where: { $0 === client }) else { return }
        clients.remove(at: index)
        guard let pushed = client.pushed else { return }
        pushed.lose()
        requests.withLock { $0[pushed.number] = nil }
        hooks.onLeave(pushed, reason)
    }

    /// Passes on what became of their audio. Who does not read is told later.
    private func tell() {
        let requests = requests.withLock { $0 }
        for client in clients {
            guard let pushed = client.pushed else { continue }
            client.wanted = requests[pushed.number]
            guard let state = client.wanted, state != client.told else { continue }
            state.encode(into: buffer)
            do throws(SystemError) {
                try client.socket.send(buffer.bytes)
                client.told = state
            } catch {}
        }
    }
}
