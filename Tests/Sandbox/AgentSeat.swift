import AgentProtocol
import AppGroup
import Fixtures
import Foundation
import Frames
import Platform

/// One agent at the test's own host: what it said, and what it is told.
final class AgentSeat {
    /// Open until either side is done.
    private var socket: PacketSocket?
    private(set) var hello: Hello?
    private(set) var state: AgentState?
    private(set) var states = 0
    private(set) var firstNotice: Notice?
    private(set) var lastNotice: Notice?
    private(set) var noticesBeforeFilter = 0
    private(set) var pointerMessages = 0
    private(set) var ended: AgentEnded?
    private(set) var hasLeft = false
    private(set) var memory: FrameMemory?
    private(set) var memoryNumber: UInt32 = 0

    /// What it is told to do.
    var wish = HostState.Wish.capture
    /// Whether it is told anything at all.
    var isSilent = false
    /// Makes the descriptor that it is handed, `nil` for what a host hands out.
    var makeDescriptor: ((FrameLayout) throws -> OwnedDescriptor)?
    var sendsNonsense = false
    /// What an agent that wants a cast is handed along with the welcome.
    var cast: PipeWireCast?

    private var generation: UInt32 = 0
    private var channel: ChannelServer?
    private let buffer = WireBuffer()
    private let inbox = UnsafeMutableRawBufferPointer.allocate(byteCount: 65536, alignment: 16)
    private var sequence: UInt64 = 0
    private var nextState = MediaTime.zero

    init(_ socket: PacketSocket) { self.socket = socket }
    deinit { inbox.deallocate() }

    var pid: Int32 { hello.map { Int32($0.processID) } ?? -1 }

    func turn(_ makeChannel: (Hello) throws -> (UInt32, String, ChannelServer)) throws {
        while let socket, try takePacket(socket, makeChannel) {}
        while let channel, channel.receive({ receive($0) }) != nil {}
        if let channel, !isSilent, MediaTime.now() >= nextState { tell(channel) }
    }

    private func takePacket(_ socket: PacketSocket, _ makeChannel: (Hello) throws -> (UInt32, String, ChannelServer)) throws -> Bool {
        var passed: OwnedDescriptor?
        switch try socket.receive(into: inbox, passed: &passed) {
        case .nothing: return false
        case .end:
            leave()
            return false
        case .packet(let count, _):
            let bytes = UnsafeRawBufferPointer(rebasing: inbox[0..<count])
            switch try messageKind(of: bytes) {
            case .hello:
                let hello = try Hello.decode(bytes)
                let (generation, path, channel) = try makeChannel(hello)
                (self.hello, self.generation, self.channel) = (hello, generation, channel)
                Welcome(version: 1, generation: generation, heartbeatMilliseconds: 200, silenceMilliseconds: 800, endpoint: "ipc://" + path)
                    .encode(into: buffer)
                try socket.send(buffer.bytes)
                if hello.wantsCast, let cast { try hand(cast) }
            case .geometry: try lend(try GeometryRequest.decode(bytes), socket)
            default: break
            }
            return true
        }
    }

    func hand(_ cast: PipeWireCast) throws {
        CastOffer(node: cast.node, cursor: .metadata).encode(into: buffer)
        let connection = try cast.connect()
        try socket?.send(buffer.bytes, descriptor: connection.number)
    }

    /// A refusal instead of a cast.
    func refuse(_ reason: EndReason, _ message: String) throws {
        Refusal(reason: reason, message: message).encode(into: buffer)
        try socket?.send(buffer.bytes)
        leave()
    }

    private func lend(_ request: GeometryRequest, _ socket: PacketSocket) throws {
        let layout = FrameLayout(geometry: request.geometry, slotCount: request.slotCount)!
        memoryNumber += 1
        if let makeDescriptor {
            let made = try makeDescriptor(layout)
            MemoryOffer(memoryNumber: memoryNumber, layout: layout).encode(into: buffer)
            try socket.send(buffer.bytes, descriptor: made.number)
        } else {
            let made = try FrameMemory(layout: layout)
            MemoryOffer(memoryNumber: memoryNumber, layout: layout).encode(into: buffer)
            try socket.send(buffer.bytes, descriptor: made.descriptor)
            memory = made
        }
        nextState = .zero
    }

    /// A packet of an unknown kind; over ZeroMQ an unknown kind, a state cut short, and one of a generation that never was.
    private func sayNonsense(_ socket: PacketSocket) throws {
        let unknown: [UInt8] = [0x53, 0x43, 1, 200, 2, 0, 0, 0, 7, 7]
        try unknown.withUnsafeBytes { try socket.send($0) }
        HostState(
            generation: generation &+ 77, sequence: .max, wish: .stop, stopReason: .stopped, milliFramesPerSecond: 1, memoryNumber: 9, lentSlots: 7,
            lastNotice: 0
        ).encode(into: buffer)
        _ = channel?.send(buffer)
        PointerMoved(generation: generation, x: 1, y: 1, isVisible: true).encode(into: buffer)
        _ = channel?.send(buffer)
    }

    private func receive(_ bytes: UnsafeRawBufferPointer) {
        guard let kind = try? messageKind(of: bytes) else { return }  // an agent's nonsense shows in what does not come
        switch kind {
        case .agentState:
            state = try? AgentState.decode(bytes)  // as above
            states += 1
            if sendsNonsense, states == 1, let socket {
                try? sayNonsense(socket)  // an agent that has left shows in what does not come
            }
        case .notice:
            lastNotice = try? Notice.decode(bytes)  // as above
            firstNotice = firstNotice ?? lastNotice
            if state?.confinement.contains(.filteredCalls) != true { noticesBeforeFilter += 1 }
            nextState = .zero
        case .pointer, .pointerImage: pointerMessages += 1
        case .ended:
            ended = try? AgentEnded.decode(bytes)  // as above
            leave()
        default: break
        }
    }

    /// Closing the connection also confirms the last message.
    private func leave() { (hasLeft, socket) = (true, nil) }

    private func tell(_ channel: ChannelServer) {
        sequence += 1
        // Everything is lent at once again: these hosts do not read.
        let slots = memory.map { (UInt32(1) << UInt32($0.layout.slotCount)) - 1 } ?? 0
        HostState(
            generation: generation, sequence: sequence, wish: wish, stopReason: wish == .stop ? .stopped : nil, milliFramesPerSecond: 60_000,
            memoryNumber: memoryNumber, lentSlots: slots, lastNotice: lastNotice?.number ?? 0
        ).encode(into: buffer)
        _ = channel.send(buffer)
        nextState = .now() + .milliseconds(50)
    }

    /// What `makeDescriptor` may hand out.
    static func memfd(bytes: Int, isSealed: Bool) throws -> OwnedDescriptor {
        typealias Create = @convention(c) (UnsafePointer<CChar>, UInt32) -> Int32
        // memfd_create(2) hides behind _GNU_SOURCE.
        guard let address = dlsym(nil, "memfd_create") else { throw FixtureError("no memfd_create") }
        let made = unsafeBitCast(address, to: Create.self)("fixture", 3)  // MFD_CLOEXEC | MFD_ALLOW_SEALING
        guard made >= 0, ftruncate(made, bytes) == 0 else { throw FixtureError("no memfd") }
        if isSealed { _ = fcntl(made, 1033, 7) }  // F_ADD_SEALS: seal, shrink, grow
        return OwnedDescriptor(taking: made)
    }

    /// Sends the host state now.
    func speakUp() { nextState = .zero }
}
