import AgentProtocol
import AppGroup
import Foundation
import Platform

/// A process that pushes sound, as a stranger would write it: whole packets over the socket, waiting where it makes one wait.
final class Pusher {
    let socket: PacketSocket
    private let buffer = WireBuffer()
    private var inbox = [UInt8](repeating: 0, count: WireBuffer.capacity)

    init(_ directory: GroupDirectory) throws { socket = try PacketSocket(connectingTo: directory.soundPath) }

    func send(_ message: some WireMessage) throws {
        message.encode(into: buffer)
        try socket.send(buffer.bytes)
    }

    func send(bytes: [UInt8]) throws { try bytes.withUnsafeBytes { try socket.send($0) } }

    /// One block of as many channels as `format` has, all alike.
    func push(_ samples: some Sequence<Float>, _ format: PCMFormat = PushFixture.stereo, at time: MediaTime? = nil) throws {
        var bytes: [UInt8] = []
        for sample in samples {
            for _ in 0..<format.channels {
                switch format.encoding {
                case .s16: withUnsafeBytes(of: Int16((sample * 32_767).rounded()).littleEndian) { bytes += $0 }
                case .f32: withUnsafeBytes(of: sample.bitPattern.littleEndian) { bytes += $0 }
                }
            }
        }
        bytes.withUnsafeBytes { AudioBlock.encode($0, of: format, capturedAt: time, into: buffer) }
        try socket.send(buffer.bytes)
    }

    enum Answer: Equatable {
        case accepted(UInt32)
        case refused(AudioRefusal.Reason, String)
        case state(isActive: Bool, isMuted: Bool)
        case end
        case nothing
    }

    /// The host's next word; waits for it.
    func answer() throws -> Answer {
        guard socket.waitReadable(until: .now() + .seconds(20)) else { return .nothing }
        var passed: OwnedDescriptor?
        return try inbox.withUnsafeMutableBytes { raw in
            switch try socket.receive(into: raw, passed: &passed) {
            case .end: return .end
            case .nothing: return .nothing
            case .packet(let count, _):
                let bytes = UnsafeRawBufferPointer(rebasing: raw[..<count])
                switch try messageKind(of: bytes) {
                case .soundAccepted: return .accepted(try AudioAccepted.decode(bytes).number)
                case .soundRefusal:
                    let refusal = try AudioRefusal.decode(bytes)
                    return .refused(refusal.reason, refusal.message)
                case .soundState:
                    let state = try AudioState.decode(bytes)
                    return .state(isActive: state.isActive, isMuted: state.isMuted)
                default: return .nothing
                }
            }
        }
    }

    /// What it is refused with.
    func refusal() throws -> (reason: AudioRefusal.Reason, words: String)? {
        guard case .refused(let reason, let words) = try answer() else { return nil }
        return (reason, words)
    }
}
