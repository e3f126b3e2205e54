import AgentProtocol
import AppGroup
import Frames
import Glibc
import Platform

/// An agent's attachment to one host: the hand-off connection, open for its life, and the ZeroMQ endpoint it was given.
///
/// Capture thread only. Letting it go is leaving.
final class HostConnection {
    let welcome: Welcome
    let handoff: PacketSocket
    let channel: Channel
    /// Packets of kinds that this version does not know: ignored.
    private(set) var unknownPackets = 0
    private let buffer: WireBuffer
    private let inbox = Inbox()

    /// Connects and shakes hands; waits for the host's answer, at most 5 s.
    ///
    /// - Throws: `GroupError`: `.noHost` when no host listens, `.refused` with the host's message, `.protocolMismatch`.
    init(_ directory: GroupDirectory, hello: Hello, context: ChannelContext, buffer: WireBuffer) throws(GroupError) {
        do throws(SystemError) { handoff = try PacketSocket(connectingTo: directory.handoffPath) } catch {
            // EAGAIN: too many connections wait to be accepted already, so the host hangs.
            guard [ENOENT, ECONNREFUSED, EAGAIN].contains(error.number) else { throw GroupError("connecting to the host", error) }
            throw GroupError(.noHost, "no host in group '\(directory.name)'")
        }
        self.buffer = buffer
        welcome = try Self.shakeHands(handoff, hello, buffer, inbox.bytes)
        guard Hello.spokenVersions.contains(welcome.version) else {
            throw GroupError(.protocolMismatch, "the host chose protocol version \(welcome.version), which this agent does not speak")
        }
        channel = try Channel(context, connecting: welcome.endpoint, linger: .milliseconds(500))
        do throws(SystemError) { try handoff.setNonblocking() } catch { throw GroupError("hand-off", error) }
    }

    /// Owned apart, so that it goes with an attempt that fails, too.
    private final class Inbox {
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 16)
        deinit { bytes.deallocate() }
    }

    /// Asks for frame memory that fits.
    func request(_ geometry: FrameGeometry) throws(GroupError) {
        GeometryRequest(geometry: geometry).encode(into: buffer)
        do throws(SystemError) { try handoff.send(buffer.bytes) } catch { throw GroupError(.disconnected, "the host went away") }
    }

    /// What has come over the hand-off connection.
    enum Arrival: ~Copyable {
        case nothing
        case memory(MemoryOffer, OwnedDescriptor)
        case cast(CastOffer, OwnedDescriptor)
        case refused(Refusal)
        case end
    }

    /// Receives the next packet without waiting.
    func nextArrival() throws(GroupError) -> Arrival {
        var passed: OwnedDescriptor?
        let received: PacketSocket.Received
        do throws(SystemError) { received = try handoff.receive(into: inbox.bytes, passed: &passed) } catch {
            throw GroupError("hand-off", error)
        }
        guard case .packet(let count, _) = received else {
            if case .end = received { return .end }
            return .nothing
        }
        let bytes = UnsafeRawBufferPointer(rebasing: inbox.bytes[0..<count])
        do throws(WireError) {
            switch try messageKind(of: bytes) {
            case .memory:
                let offer = try MemoryOffer.decode(bytes)
                guard let descriptor = passed.take() else { throw .badValue(field: "memory without a descriptor") }
                return .memory(offer, descriptor)
            case .cast:
                let offer = try CastOffer.decode(bytes)
                guard let descriptor = passed.take() else { throw .badValue(field: "cast without a descriptor") }
                return .cast(offer, descriptor)
            case .refusal: return .refused(try Refusal.decode(bytes))
            default:
                unknownPackets += 1
                return .nothing
            }
        } catch { throw GroupError(.protocolMismatch, "the host sent an invalid message: \(error)") }
    }

    private static func shakeHands(
        _ handoff: PacketSocket, _ hello: Hello, _ buffer: WireBuffer, _ inbox: UnsafeMutableRawBufferPointer
    ) throws(GroupError) -> Welcome {
        hello.encode(into: buffer)
        let deadline = MediaTime.now() + .seconds(5)
        do throws(SystemError) { try handoff.send(buffer.bytes) } catch {
            throw GroupError(error.number == EPIPE ? .noHost : .disconnected, "the host does not answer: \(error)")
        }
        while true {
            var passed: OwnedDescriptor?
            let received: PacketSocket.Received
            do throws(SystemError) {
                guard handoff.waitReadable(until: deadline) else {
                    throw SystemError(operation: "waiting for the host's answer", number: ETIMEDOUT)
                }
                received = try handoff.receive(into: inbox, passed: &passed)
            } catch { throw GroupError(.disconnected, "the host does not answer: \(error)") }
            guard case .packet(let count, _) = received else { throw GroupError(.noHost, "the host closed the connection") }
            let bytes = UnsafeRawBufferPointer(rebasing: inbox[0..<count])
            let refusal: Refusal
            do throws(WireError) {
                switch try messageKind(of: bytes) {
                case .welcome: return try Welcome.decode(bytes)
                case .refusal: refusal = try Refusal.decode(bytes)
                // Kinds of a later version are ignored here as anywhere.
                default: continue
                }
            } catch { throw GroupError(.protocolMismatch, "the host's answer: \(error)") }
            throw GroupError(.refused, refusal.message)
        }
    }
}
