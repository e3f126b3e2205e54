public import AgentProtocol
import Glibc
public import Platform

/// A process's end of `sound.sock`: audio of its own in the host's mix (PROTOCOL.md, section 12). One thread; letting it go ends the source
/// once what the host has was heard.
public final class PushConnection {
    /// What the host says.
    public enum Answer: Hashable, Sendable {
        /// It says nothing that matters here.
        case nothing
        case accepted
        /// Its last message.
        case refused(AudioRefusal)
        /// It closed the connection.
        case ended
        case unreadable(WireError)
    }

    /// The host's messages are short.
    private static let longestAnswer = 4096

    public let format: PCMFormat
    private let socket: PacketSocket
    private let buffer = WireBuffer()
    private let inbox = UnsafeMutableRawBufferPointer.allocate(byteCount: longestAnswer, alignment: 16)

    /// Connects; `greet` follows.
    ///
    /// - Throws: `SystemError`: ENOENT or ECONNREFUSED when no host listens there.
    public init(_ directory: GroupDirectory, _ format: PCMFormat) throws(SystemError) {
        self.format = format
        socket = try PacketSocket(connectingTo: directory.soundPath)
        try socket.setNonblocking()
    }

    deinit { inbox.deallocate() }

    /// For poll(2).
    public var descriptor: Int32 { socket.descriptor }

    /// Greets the host and waits for its answer: `accepted`, `refused`, `ended` or `unreadable`, and `nothing` where there was none in time.
    ///
    /// - Parameter extra: shown beside the name; at most 128 bytes.
    public func greet(_ name: PushName, extra: String, until deadline: MediaTime) throws(SystemError) -> Answer {
        AudioHello(format: format, name: name.text, extra: extra).encode(into: buffer)
        do throws(SystemError) {
            guard try sendBuffer() else { return .nothing }
        } catch {
            // It may have said why.
            let answer = try receive()
            guard answer != .nothing else { throw error }
            return answer
        }
        while socket.waitReadable(until: deadline) {
            let answer = try receive()
            if answer != .nothing { return answer }
        }
        return .nothing
    }

    /// False where the host accepts no more for now.
    ///
    /// - Parameters:
    ///   - samples: of `format`, whole sample frames, no more than `AudioBlock.mostSampleFrames`.
    ///   - time: when the first was captured; `nil`: when they arrive.
    public func send(_ samples: UnsafeRawBufferPointer, capturedAt time: MediaTime? = nil) throws(SystemError) -> Bool {
        AudioBlock.encode(samples, of: format, capturedAt: time, into: buffer)
        return try sendBuffer()
    }

    /// Says that there is no more: the host plays what it has, then closes the connection. False where it accepts nothing for now.
    public func finish() throws(SystemError) -> Bool {
        AudioEnd().encode(into: buffer)
        return try sendBuffer()
    }

    /// The next message of the host; `nothing` where there is none.
    public func receive() throws(SystemError) -> Answer {
        var passed: OwnedDescriptor?
        switch try socket.receive(into: inbox, passed: &passed) {
        case .nothing: return .nothing
        case .end: return .ended
        case .packet(let count, _): return Self.meaning(of: UnsafeRawBufferPointer(rebasing: inbox[..<count]))
        }
    }

    /// Whether there is something to receive before `deadline`.
    public func waitReadable(until deadline: MediaTime) -> Bool { socket.waitReadable(until: deadline) }

    private static func meaning(of bytes: UnsafeRawBufferPointer) -> Answer {
        do throws(WireError) {
            switch try messageKind(of: bytes) {
            case .soundAccepted:
                _ = try AudioAccepted.decode(bytes)
                return .accepted
            case .soundRefusal: return .refused(try AudioRefusal.decode(bytes))
            // Kinds of a later version are passed over.
            default: return .nothing
            }
        } catch { return .unreadable(error) }
    }

    private func sendBuffer() throws(SystemError) -> Bool {
        do throws(SystemError) { try socket.send(buffer.bytes) } catch {
            guard error.number == EAGAIN || error.number == EINTR else { throw error }
            return false
        }
        return true
    }
}
