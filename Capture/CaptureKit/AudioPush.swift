public import AgentProtocol
public import AppGroup
public import Platform

/// This agent's own audio in the host's mix: 48 kHz stereo, with the times at which it is to be heard. Capture thread only; letting it go ends
/// the source.
public final class AudioPush {
    /// Of what is pushed, interleaved.
    public static let format = PCMFormat(.f32, sampleRateHertz: 48_000, channels: 2)!
    private static let patience = Duration.seconds(1)
    private static let mostNames = 9

    /// What the source is called in the mix.
    public let name: String
    private let connection: PushConnection
    /// False once the host has closed the connection, for good.
    public private(set) var isOpen = true

    /// Connects and greets; waits for the host's answer, a second at most. Where another source has that name, it gets a number behind it.
    ///
    /// - Parameters:
    ///   - name: whatever of it a name may have is taken.
    ///   - extra: shown beside it.
    /// - Throws: `GroupError`: no host listens, or it would not have it.
    public init(_ directory: GroupDirectory, name: String, extra: String) throws(GroupError) {
        let plain = PushName(nearest: name, otherwise: "media", room: 2)
        for number in 1...Self.mostNames {
            let name = number == 1 ? plain : try PushName("\(plain)-\(number)")
            if let connection = try Self.connect(directory, name, extra) {
                (self.name, self.connection) = (name.text, connection)
                return
            }
        }
        throw GroupError(.refused, "\(Self.mostNames) other sources of the mix are called '\(plain)'")
    }

    /// - Returns: `nil` where the name is taken.
    private static func connect(_ directory: GroupDirectory, _ name: PushName, _ extra: String) throws(GroupError) -> PushConnection? {
        let (connection, answer): (PushConnection, PushConnection.Answer)
        do throws(SystemError) {
            connection = try PushConnection(directory, format)
            answer = try connection.greet(name, extra: extra, until: .now() + patience)
        } catch { throw GroupError("connecting to the host's mix", error) }
        switch answer {
        case .accepted: return connection
        case .refused(let refusal) where refusal.reason == .nameTaken: return nil
        case .refused(let refusal): throw GroupError(.refused, refusal.message)
        case .ended: throw GroupError(.disconnected, "the host's mix closed the connection")
        case .nothing: throw GroupError(.disconnected, "the host's mix does not answer")
        case .unreadable(let error): throw GroupError(.protocolMismatch, "the host's mix answered \(error)", cause: error)
        }
    }

    /// Whether it was taken: false while the host has enough of it, and for good once it is gone.
    ///
    /// - Parameters:
    ///   - samples: of `format`, whole sample frames, 20 ms at most.
    ///   - time: when the first is to be heard.
    public func send(_ samples: UnsafeRawBufferPointer, at time: MediaTime) -> Bool {
        guard isOpen else { return false }
        do throws(SystemError) { return try connection.send(samples, capturedAt: time) } catch {
            isOpen = false
            return false
        }
    }
}
