import AgentProtocol
import AppGroup
import Frames
import Glibc
import Platform

/// One connection of an attacker: knows how to behave, so that it can misbehave in one thing alone. One thread.
final class AttackConnection {
    static let size = PixelSize(width: 64, height: 64)

    private let attacker: Attacker
    private let isStandby: Bool
    let socket: PacketSocket
    private(set) var channel: Channel?
    private(set) var welcome: Welcome?
    private(set) var refusal: Refusal?
    private(set) var isClosed = false
    private(set) var offer: MemoryOffer?
    private(set) var cast: CastOffer?
    private var ownedMemory: OwnedDescriptor?
    /// Of the newest memory that came; open as long as this visit.
    private(set) var memoryDescriptor: Int32?
    private(set) var hostState: HostState?
    private var failure: String?
    /// Whether it sends heartbeats.
    var beats = true
    /// Whether it reads what the host says over ZeroMQ.
    var listens = true
    private var beat: UInt64 = 0
    private var nextBeat = MediaTime.zero
    private let buffer = WireBuffer()
    private let inbox = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 * 1024, alignment: 16)

    init(_ attacker: Attacker, isStandby: Bool) throws(ConformanceError) {
        (self.attacker, self.isStandby) = (attacker, isStandby)
        do throws(SystemError) {
            socket = try attacker.connect()
            try socket.setNonblocking()
        } catch { throw ConformanceError("connecting to the host", error) }
    }

    deinit { inbox.deallocate() }

    var generation: UInt32 { welcome?.generation ?? 0 }
    var isOver: Bool { isClosed || refusal != nil || failure != nil }
    var fate: Fate {
        if let refusal { return .refused(refusal.reason, refusal.message) }
        if let failure { return .lost(failure) }
        return isClosed ? .closed : .attached
    }

    // MARK: Behaving

    var hello: WireBytes { helloBytes() }

    func helloBytes(
        versions: (UInt8, UInt8) = (1, 1), backend: [UInt8] = Array("attacker".utf8), screen: [UInt8] = Array("nothing".utf8),
        place: String = "screen", flags: UInt16 = 0
    ) -> WireBytes {
        WireBytes(kind: 1).u8(versions.0).u8(versions.1).u16((isStandby ? 1 : 0) | flags).u32(UInt32(getpid())).u32(1024).text(backend).text(screen)
            .text(place)
    }

    func geometryBytes(width: UInt32 = 64, height: UInt32 = 64, format: UInt32 = 1, stride: UInt32? = nil, slots: UInt32 = 3) -> WireBytes {
        WireBytes(kind: 4).u32(width).u32(height).u32(format).u32(stride ?? width &* 4).u32(slots)
    }

    /// Hello and welcome; connects to the endpoint. False when the host did not welcome it.
    @available(*, noasync)
    func greet(_ bytes: [UInt8]? = nil, connects: Bool = true) -> Bool {
        hand(bytes ?? hello.bytes)
        guard run(for: .seconds(3), until: { welcome != nil || isOver }), let welcome else {
            if !isOver { failure = "no answer to its hello within 3 s" }
            return false
        }
        guard connects else { return true }
        // A context of its own, so that all of it is gone when this visit is: thousands may follow.
        do throws(GroupError) { channel = try Channel(try ChannelContext(), connecting: welcome.endpoint) } catch { failure = error.message }
        return failure == nil
    }

    /// Asks for memory, of the usual size if nothing else is said, and waits for it.
    @available(*, noasync)
    func askForMemory(_ bytes: [UInt8]? = nil) -> Bool {
        hand(bytes ?? geometryBytes().bytes)
        guard run(for: .seconds(3), until: { offer != nil || isOver }), offer != nil else {
            if !isOver { failure = "no memory within 3 s" }
            return false
        }
        return true
    }

    /// All of it: heard, with memory, and told what is lent.
    @available(*, noasync)
    func attach(_ geometry: [UInt8]? = nil) -> Bool {
        guard greet(), askForMemory(geometry) else { return false }
        guard run(for: .seconds(3), until: { hostState?.memoryNumber == offer?.memoryNumber || isOver }), !isOver else {
            if !isOver { failure = "no host state about its memory within 3 s" }
            return false
        }
        return true
    }

    // MARK: Saying

    /// Over the hand-off connection; waits a little for a host that does not read. False when it is closed, or does not read at all.
    @discardableResult @available(*, noasync)
    func hand(_ bytes: [UInt8]) -> Bool {
        for _ in 0..<100 {
            let number = bytes.withUnsafeBytes { bytes -> Int32 in
                do throws(SystemError) { try socket.send(bytes) } catch { return error.number }
                return 0
            }
            if number == 0 { return true }
            guard number == EAGAIN else { return false }
            var entry = pollfd(fd: socket.descriptor, events: Int16(POLLOUT), revents: 0)
            _ = pollUntil(.now() + .milliseconds(20), &entry, 1)
        }
        return false
    }

    /// Over ZeroMQ. False when it could not be queued.
    @discardableResult
    func say(_ bytes: [UInt8], isPart: Bool = false) -> Bool { bytes.withUnsafeBytes { channel?.send(raw: $0, isPart: isPart) ?? false } }

    /// Goes on as a decent agent does until something holds or it is time. True when it holds.
    @discardableResult @available(*, noasync)
    func run(for span: Duration, until isDone: () -> Bool = { false }) -> Bool {
        let deadline = MediaTime.now() + span
        while true {
            if beats, channel != nil, .now() >= nextBeat { sendBeat() }
            receivePackets()
            while listens, let channel, channel.receive({ handle($0) }) {}
            if isDone() { return true }
            if isClosed || .now() >= deadline { return false }
            var entries = [pollfd(fd: socket.descriptor, events: Int16(POLLIN), revents: 0)]
            if listens, let channel { entries.append(pollfd(fd: channel.descriptor, events: Int16(POLLIN), revents: 0)) }
            _ = pollUntil(min(deadline, .now() + .milliseconds(20)), &entries, entries.count)
        }
    }

    private func sendBeat() {
        beat += 1
        nextBeat = .now() + .milliseconds(100)
        AgentState(
            generation: generation, sequence: beat, phase: offer == nil ? .notAvailable : .ready, isPaused: false, frames: 0, waitedForSlot: 0,
            grabbedPixels: 0
        ).encode(into: buffer)
        _ = channel?.send(buffer)
    }

    private func handle(_ bytes: UnsafeRawBufferPointer) {
        // What the host says is checked by those that check hosts' messages; here only what it lends is of use.
        if let state = try? HostState.decode(bytes), state.generation == generation { hostState = state }  // another kind
    }

    private func receivePackets() {
        while !isClosed {
            var passed: OwnedDescriptor?
            do {
                switch try socket.receive(into: inbox, passed: &passed) {
                case .nothing: return
                case .end: isClosed = true
                case .packet(let count, _):
                    let bytes = UnsafeRawBufferPointer(rebasing: inbox[..<count])
                    switch try messageKind(of: bytes) {
                    case .welcome: welcome = try Welcome.decode(bytes)
                    case .refusal: refusal = try Refusal.decode(bytes)
                    case .memory:
                        offer = try MemoryOffer.decode(bytes)
                        memoryDescriptor = passed?.number
                        ownedMemory = passed.take()
                    case .cast:
                        cast = try CastOffer.decode(bytes)
                        if passed == nil { attacker.say(.wrong("a cast came without a connection to PipeWire")) }
                    default: break
                    }
                }
            } catch {
                if let error = error as? WireError { attacker.say(.wrong("the host sent nonsense on the hand-off connection: \(error)")) }
                isClosed = true
            }
        }
    }
}
