public import AgentProtocol
public import AppGroup
import Glibc
public import Platform

/// This agent's own audio in the host's mix, by the connection that any process may make (PROTOCOL.md, section 12): 48 kHz stereo, with the
/// times at which it is to be heard. Capture thread only; letting it go ends the source.
public final class AudioPush {
    /// Of what is pushed, interleaved.
    public static let format = PCMFormat(.f32, sampleRateHertz: 48_000, channels: 2)!
    private static let patience = Duration.seconds(1)
    private static let mostNames = 9

    /// What the source is called in the mix.
    public let name: String
    private let socket: PacketSocket
    private let buffer = WireBuffer()
    /// False once the host has closed the connection, for good.
    public private(set) var isOpen = true

    /// Connects and greets; waits for the host's answer, a second at most. Where another source has that name, it gets a number behind it.
    ///
    /// - Parameters:
    ///   - name: whatever of it a name may have is taken.
    ///   - extra: shown beside it.
    /// - Throws: `GroupError`: no host listens, or it would not have it.
    public init(_ directory: GroupDirectory, name: String, extra: String) throws(GroupError) {
        let plain = Self.plain(name)
        for number in 1...Self.mostNames {
            let name = number == 1 ? plain : "\(plain)-\(number)"
            let socket: PacketSocket
            do throws(SystemError) { socket = try PacketSocket(connectingTo: directory.soundPath) } catch {
                throw GroupError("connecting to the host's mix", error)
            }
            guard try Self.greet(socket, name, extra, buffer) else { continue }
            do throws(SystemError) { try socket.setNonblocking() } catch { throw GroupError("the host's mix", error) }
            (self.name, self.socket) = (name, socket)
            return
        }
        throw GroupError(.refused, "\(Self.mostNames) other sources of the mix are called '\(plain)'")
    }

    /// Letters, digits, `.`, `_` and `-`, as many as leave room for a number.
    static func plain(_ name: String) -> String {
        let allowed: (UInt8) -> Bool = { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == UInt8(ascii: ".")
                || byte == UInt8(ascii: "_")
        }
        var bytes: [UInt8] = []
        for byte in name.utf8 where bytes.count < PushName.longest - 2 {
            if allowed(byte) { bytes.append(byte) } else if bytes.last.map({ $0 != UInt8(ascii: "-") }) ?? false { bytes.append(UInt8(ascii: "-")) }
        }
        while let first = bytes.first, first == UInt8(ascii: ".") || first == UInt8(ascii: "-") { bytes.removeFirst() }
        while bytes.last == UInt8(ascii: "-") { bytes.removeLast() }
        let text = String(decoding: bytes, as: UTF8.self)
        return text.isEmpty || PushName.reserved.contains(text.lowercased()) ? "media" : text
    }

    /// - Returns: false where the name is taken.
    private static func greet(_ socket: PacketSocket, _ name: String, _ extra: String, _ buffer: WireBuffer) throws(GroupError) -> Bool {
        AudioHello(format: format, name: name, extra: extra).encode(into: buffer)
        let inbox = UnsafeMutableRawBufferPointer.allocate(byteCount: 1024, alignment: 16)
        defer { inbox.deallocate() }
        var passed: OwnedDescriptor?
        let received: PacketSocket.Received
        do throws(SystemError) {
            try socket.send(buffer.bytes)
            guard socket.waitReadable(until: .now() + patience) else { throw SystemError(operation: "waiting for an answer", number: ETIMEDOUT) }
            received = try socket.receive(into: inbox, passed: &passed)
        } catch { throw GroupError("the host's mix", error) }
        guard case .packet(let count, _) = received else { throw GroupError(.disconnected, "the host's mix closed the connection") }
        let bytes = UnsafeRawBufferPointer(rebasing: inbox[..<count])
        let refusal: AudioRefusal
        do throws(WireError) {
            guard try messageKind(of: bytes) == .soundRefusal else { return true }
            refusal = try AudioRefusal.decode(bytes)
        } catch { throw GroupError(.protocolMismatch, "the host's mix answered \(error)", cause: error) }
        if refusal.reason == .nameTaken { return false }
        throw GroupError(.refused, refusal.message)
    }

    /// Whether it was taken: false while the host has enough of it, and for good once it is gone.
    ///
    /// - Parameters:
    ///   - samples: of `format`, whole sample frames, 20 ms at most.
    ///   - time: when the first is to be heard.
    public func send(_ samples: UnsafeRawBufferPointer, at time: MediaTime) -> Bool {
        guard isOpen else { return false }
        AudioBlock.encode(samples, of: Self.format, capturedAt: time, into: buffer)
        do throws(SystemError) { try socket.send(buffer.bytes) } catch {
            isOpen = error.number == EAGAIN || error.number == EINTR
            return false
        }
        return true
    }
}
