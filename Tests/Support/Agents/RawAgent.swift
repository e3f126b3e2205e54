public import AgentProtocol
public import AppGroup
import Fixtures
public import Frames
import Glibc
public import Platform

/// An agent that does what a test tells it, right or wrong. One thread: it does nothing by itself.
public final class RawAgent {
    /// The hand-off connection.
    public let socket: PacketSocket
    public let welcome: Welcome
    public let channel: Channel
    /// The descriptors of its frame memory, the newest last: it keeps them all.
    public private(set) var descriptors: [SharedDescriptor] = []
    public private(set) var offer: MemoryOffer?
    public private(set) var state: HostState?
    public private(set) var cameraSettings: [CameraSettings] = []
    public private(set) var noticesSent: UInt64 = 0
    /// Whether the host has closed the hand-off connection.
    public private(set) var isOver = false
    public private(set) var refusal: Refusal?
    private let buffer = WireBuffer()
    private let inbox = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 16)
    private let loans = AgentLoans()
    private var sequence: UInt64 = 0
    private var nextBeat = MediaTime.zero

    /// Greets the host of a group.
    ///
    /// - Parameters:
    ///   - place: the source that it captures for.
    ///   - welcomed: called between the welcome and the connection to its endpoint.
    public init(at directory: GroupDirectory, place: String = "screen", welcomed: (Welcome) throws -> Void = { _ in }) throws {
        socket = try PacketSocket(connectingTo: directory.handoffPath)
        Hello(processID: UInt32(getpid()), needKiB: 1024, backend: "raw", screen: "", place: place).encode(into: buffer)
        try socket.send(buffer.bytes)
        var passed: OwnedDescriptor?
        guard socket.waitReadable(until: .now() + .seconds(20)), case .packet(let count, _) = try socket.receive(into: inbox, passed: &passed) else {
            throw FixtureError("no welcome")
        }
        welcome = try Welcome.decode(UnsafeRawBufferPointer(rebasing: inbox[0..<count]))
        try welcomed(welcome)
        channel = try Channel(try ChannelContext(), connecting: welcome.endpoint)
        try socket.setNonblocking()
    }

    deinit { inbox.deallocate() }

    public var generation: UInt32 { welcome.generation }

    /// Asks for frame memory; the answer comes with a later `turn`.
    public func ask(for geometry: FrameGeometry, slots: Int = 3) throws {
        GeometryRequest(geometry: geometry, slotCount: slots).encode(into: buffer)
        try socket.send(buffer.bytes)
    }

    /// Asks, and goes on until there is memory.
    public func attach(_ geometry: FrameGeometry, slots: Int = 3) throws {
        let before = offer?.memoryNumber ?? 0
        try ask(for: geometry, slots: slots)
        try waitUntil("frame memory; refused: \(refusal?.message ?? "no")") {
            try turn()
            return offer?.memoryNumber ?? 0 > before
        }
    }

    /// Reads what came, and sends a heartbeat if one is due.
    public func turn() throws {
        while !isOver {
            var passed: OwnedDescriptor?
            let received = try socket.receive(into: inbox, passed: &passed)
            guard case .packet(let count, _) = received else {
                if case .end = received { isOver = true }
                break
            }
            let bytes = UnsafeRawBufferPointer(rebasing: inbox[0..<count])
            switch try messageKind(of: bytes) {
            case .memory:
                let offer = try MemoryOffer.decode(bytes)
                self.offer = offer
                if let descriptor = passed.take() { descriptors.append(SharedDescriptor(descriptor)) }
                loans.begin(memoryNumber: offer.memoryNumber, slotCount: offer.layout.slotCount)
            case .refusal: refusal = try Refusal.decode(bytes)
            default: break
            }
        }
        var mistake: (any Error)?
        while channel.receive({ bytes in
            do {
                if try messageKind(of: bytes) == .cameraSettings {
                    cameraSettings.append(try CameraSettings.decode(bytes))
                    return
                }
                let state = try HostState.decode(bytes)
                self.state = state
                loans.update(state)
            } catch { mistake = error }
        }) {}
        if let mistake { throw mistake }
        if MediaTime.now() >= nextBeat { beat() }
    }

    /// A heartbeat.
    public func beat() {
        sequence += 1
        AgentState(
            generation: generation, sequence: sequence, phase: .started, isPaused: false, frames: noticesSent, waitedForSlot: 0, grabbedPixels: 0
        ).encode(into: buffer)
        _ = channel.send(buffer)
        nextBeat = .now() + .milliseconds(200)
    }

    /// - Parameter generation: as the message names it; its own unless told otherwise.
    public func remark(_ subject: AgentRemark.Subject, _ text: String, generation named: UInt32? = nil) {
        AgentRemark(generation: named ?? generation, subject: subject, text: text).encode(into: buffer)
        _ = channel.send(buffer)
    }

    /// - Parameters:
    ///   - rectangle: `nil` for no window.
    ///   - named: as of `remark`.
    public func focus(_ rectangle: PixelRectangle?, generation named: UInt32? = nil) {
        FocusedWindow(generation: named ?? generation, rectangle).encode(into: buffer)
        _ = channel.send(buffer)
    }

    /// - Parameter generation: as of `remark`.
    public func display(isOn: Bool, generation named: UInt32? = nil) {
        DisplayPower(generation: named ?? generation, isOn: isOn).encode(into: buffer)
        _ = channel.send(buffer)
    }

    /// - Parameter generation: as of `remark`.
    public func extra(_ text: String, generation named: UInt32? = nil) {
        AgentExtra(generation: named ?? generation, text: text).encode(into: buffer)
        _ = channel.send(buffer)
    }

    /// - Parameter generation: as of `remark`.
    public func camera(_ entries: [CameraControls.Entry], generation named: UInt32? = nil) {
        CameraControls(generation: named ?? generation, entries).encode(into: buffer)
        _ = channel.send(buffer)
    }

    /// Sends a notice on a lent slot; false when none is lent.
    public func notice(_ damage: PixelRectangle) -> Bool {
        guard let offer, let slot = (0..<offer.layout.slotCount).first(where: { loans.isLent($0) }), let loan = loans.borrow(slot) else {
            return false
        }
        noticesSent = loan.publish()
        Notice(
            generation: generation, memoryNumber: offer.memoryNumber, number: noticesSent, captureTime: .now(), slot: slot, orientation: .up,
            mergedChanges: 0, damage: Damage(damage)
        ).encode(into: buffer)
        _ = channel.send(buffer)
        return true
    }
}
