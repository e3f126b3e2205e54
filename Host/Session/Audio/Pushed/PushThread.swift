import AgentProtocol
import AppGroup
import Codec
import Glibc
import Platform
import Synchronization

/// The thread of the door for pushed sound: greets, reads, holds back, sends away. Nothing here waits for one pusher.
final class PushThread: @unchecked Sendable {
    // @unchecked: everything but `wishes` belongs to the thread itself.
    static let mostPushers = 8
    /// How many may have connected and not said who they are.
    private static let mostStrangers = 16
    private static let greeting = Duration.seconds(2)
    /// Packets of one visitor before the next one's turn.
    private static let turn = 32

    private let listener: PacketListener
    private let wakeup: Wakeup
    private let hooks: PushServer.Hooks
    private let isStopping: @Sendable () -> Bool
    /// What pushers are to be told, by their number.
    let wishes = Mutex<[UInt32: AudioState]>([:])

    private var visitors: [PushClient] = []
    private var lastNumber: UInt32 = 0
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
            let present = visitors
            var entries = [wakeup.descriptor, listener.descriptor].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            // Who is held back is not looked at, not even for its end: what it sent is heard first.
            entries += present.map {
                pollfd(fd: $0.restsUntil == nil && $0.leavesAt == nil ? $0.socket.descriptor : -1, events: Int16(POLLIN), revents: 0)
            }
            _ = pollUntil(nextTime(), &entries, entries.count)
            if entries[0].revents != 0 { wakeup.drain() }
            if entries[1].revents != 0 { letIn() }
            for (visitor, entry) in zip(present, entries.dropFirst(2)) where entry.revents != 0 { serve(visitor) }
            let now = MediaTime.now()
            for visitor in visitors { attend(visitor, at: now) }
            tell()
        }
        for visitor in visitors { sendAway(visitor, .sessionFinished, "the session is over") }
    }

    /// When something is due without anybody saying a word.
    private func nextTime() -> MediaTime? {
        visitors.compactMap { visitor -> MediaTime? in
            let times = [
                visitor.restsUntil, visitor.leavesAt, visitor.pushed == nil ? visitor.knockedAt + Self.greeting : nil,
                visitor.wanted != visitor.told ? .now() + .milliseconds(100) : nil,
            ]
            return times.compactMap(\.self).min()
        }.min()
    }

    private func attend(_ visitor: PushClient, at now: MediaTime) {
        if let time = visitor.restsUntil, time <= now { visitor.restsUntil = nil }
        if let time = visitor.leavesAt, time <= now { remove(visitor, visitor.reason) }
        // Whoever knocks and says nothing does not keep a place.
        if visitor.pushed == nil, now - visitor.knockedAt > Self.greeting { remove(visitor, "") }
    }

    private func letIn() {
        do throws(GroupError) {
            while let socket = try listener.accept() {
                if visitors.count(where: { $0.pushed == nil }) >= Self.mostStrangers, let oldest = visitors.first(where: { $0.pushed == nil }) {
                    remove(oldest, "")
                }
                visitors.append(PushClient(socket, at: .now()))
            }
        } catch { hooks.onRefusal(error.message) }
    }

    private func serve(_ visitor: PushClient) {
        for _ in 0..<Self.turn {
            let now = MediaTime.now()
            visitor.restsUntil = visitor.holdBack(at: now)
            guard visitor.restsUntil == nil, visitor.leavesAt == nil, visitors.contains(where: { $0 === visitor }) else { return }
            var passed: OwnedDescriptor?
            do throws(SystemError) {
                switch try visitor.socket.receive(into: inbox, passed: &passed) {
                case .nothing: return
                case .end: return leave(visitor, "its process went away", at: now)
                case .packet(let count, _): take(UnsafeRawBufferPointer(rebasing: inbox[..<count]), from: visitor, at: now)
                }
            } catch {
                guard error.number == EMSGSIZE else { return leave(visitor, "its connection broke: \(error.reason)", at: now) }
                return sendAway(visitor, .invalidData, "a packet of more than \(WireBuffer.capacity) bytes")
            }
        }
    }

    private func take(_ bytes: UnsafeRawBufferPointer, from visitor: PushClient, at now: MediaTime) {
        do throws(WireError) {
            var span = Duration.zero
            switch (try messageKind(of: bytes), visitor.pushed) {
            case (.soundHello, nil): greet(visitor, try AudioHello.decode(bytes))
            case (.soundBlock, let pushed?):
                let block = try AudioBlock(decoding: bytes, of: pushed.format)
                span = block.captureTime == nil ? .zero : pushed.format.span(ofSampleFrames: block.sampleFrames)
                do throws(CodecError) { try visitor.take(block, at: now) } catch { return sendAway(visitor, .failed, error.message) }
            case (.soundEnd, .some):
                _ = try AudioEnd.decode(bytes)
                leave(visitor, "it ended", at: now)
            case (.soundHello, .some), (.soundBlock, nil), (.soundEnd, nil): throw .badValue(field: "order of messages")
            // Kinds of a later version are passed over.
            default: break
            }
            guard visitor.allowance.take(span, at: now) else {
                let most = "\(PushAllowance.messagesPerSecond) messages or \(Int(PushAllowance.mostSound.inSeconds)) s of sound"
                return sendAway(visitor, .flood, "too much: more than \(most) in a second")
            }
        } catch { sendAway(visitor, .invalidData, "\(error)") }
    }

    private func greet(_ visitor: PushClient, _ hello: AudioHello) {
        guard hello.versions.overlaps(AudioHello.spokenVersions) else {
            let words = "it speaks versions \(hello.versions) of pushed sound, this host \(AudioHello.spokenVersions): update the older of the two"
            return sendAway(visitor, .version, words)
        }
        do throws(GroupError) { _ = try PushName(hello.name) } catch { return sendAway(visitor, .badName, error.message) }
        if let other = visitors.first(where: { $0.pushed?.name == hello.name }) {
            // One that is gone makes room for its successor.
            guard other.leavesAt != nil else {
                return sendAway(
                    visitor, .nameTaken, "'\(hello.name)' is pushed already, by \(other.pushed?.owner ?? ""): give it another --name")
            }
            remove(other, other.reason)
        }
        guard visitors.count(where: { $0.pushed != nil }) < Self.mostPushers else {
            return sendAway(visitor, .full, "\(Self.mostPushers) sources are pushed already")
        }
        let common = hello.versions.clamped(to: AudioHello.spokenVersions).upperBound
        do {
            let pushed = PushedSource(number: lastNumber + 1, hello: hello, peer: try visitor.socket.peer())
            visitor.join(pushed, try SampleConverter(hello.format))
            lastNumber += 1
            if let words = hooks.onJoin(pushed) {
                visitor.refuse()
                return sendAway(visitor, .full, words)
            }
            AudioAccepted(version: common, number: pushed.number).encode(into: buffer)
            try visitor.socket.send(buffer.bytes)
        } catch { sendAway(visitor, .failed, "\(error)") }
    }

    /// What it sent is heard before it goes.
    private func leave(_ visitor: PushClient, _ reason: String, at now: MediaTime) { visitor.end(reason, at: now) }

    private func sendAway(_ visitor: PushClient, _ reason: AudioRefusal.Reason, _ message: String) {
        AudioRefusal(reason: reason, message: message).encode(into: buffer)
        // Whoever is gone already needs no answer.
        do throws(SystemError) { try visitor.socket.send(buffer.bytes) } catch {}
        visitor.socket.hangUp()
        if visitor.pushed == nil, reason != .sessionFinished { hooks.onRefusal(message) }
        remove(visitor, message)
    }

    private func remove(_ visitor: PushClient, _ reason: String) {
        guard let index = visitors.firstIndex(where: { $0 === visitor }) else { return }
        visitors.remove(at: index)
        guard let pushed = visitor.pushed else { return }
        pushed.lose()
        wishes.withLock { $0[pushed.number] = nil }
        hooks.onLeave(pushed, reason)
    }

    /// Passes on what became of their sound. Who does not read is told later.
    private func tell() {
        let wishes = wishes.withLock { $0 }
        for visitor in visitors {
            guard let pushed = visitor.pushed else { continue }
            visitor.wanted = wishes[pushed.number]
            guard let state = visitor.wanted, state != visitor.told else { continue }
            state.encode(into: buffer)
            do throws(SystemError) {
                try visitor.socket.send(buffer.bytes)
                visitor.told = state
            } catch {}
        }
    }
}
