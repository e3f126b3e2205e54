public import Codec
import Platform
import Synchronization

/// The newest packets of a broadcast, in memory: bounded in time and in bytes, and cut at key frames, so that what is saved plays.
///
/// `take` belongs to the fan-out's thread; everything else to any thread. No one waits for more than a moment: what is saved is a list of
/// packets that no one changes any more.
public final class ReplayBuffer: PacketTap {
    /// What is held at one moment.
    public struct Held: Hashable, Sendable {
        public let span: Duration
        public let byteCount: Int
    }

    /// What begins with a key frame, or, without pictures, a second of audio.
    private struct Group: Sendable {
        var packets: [Packet] = []
        var byteCount = 0
        let start: MediaTime
    }

    private struct State: Sendable {
        /// The oldest first.
        var groups: [Group] = []
        var byteCount = 0
        var newest = MediaTime.zero
    }

    public let limits: ReplayLimits
    private let hasPictures: Bool
    private let state = Mutex(State())
    private static let audioGroup = Duration.seconds(1)

    /// - Parameter hasPictures: else every packet can be the first.
    public init(_ limits: ReplayLimits, hasPictures: Bool) { (self.limits, self.hasPictures) = (limits, hasPictures) }

    public func take(_ packet: Packet) {
        state.withLock { state in
            let begins =
                hasPictures
                ? packet.kind == .video && packet.isKeyframe
                : state.groups.last.map { packet.dts - $0.start >= Self.audioGroup } ?? true
            if begins { state.groups.append(Group(start: packet.dts)) }
            guard !state.groups.isEmpty else { return }
            let bytes = packet.byteCount + ReplayLimits.overheadBytes
            state.groups[state.groups.count - 1].packets.append(packet)
            state.groups[state.groups.count - 1].byteCount += bytes
            (state.byteCount, state.newest) = (state.byteCount + bytes, max(state.newest, packet.dts))
            trim(&state)
        }
    }

    /// Lets go of what is no longer needed to begin a clip of the whole span with a key frame, and of what does not fit.
    private func trim(_ state: inout State) {
        while state.groups.count > 1 {
            guard state.newest - state.groups[1].start >= limits.span || state.byteCount > limits.byteCount else { return }
            state.byteCount -= state.groups.removeFirst().byteCount
        }
    }

    public var held: Held {
        state.withLock { state in
            Held(span: state.groups.first.map { max(.zero, state.newest - $0.start) } ?? .zero, byteCount: state.byteCount)
        }
    }

    /// The packets of the last `span` and those before it up to a key frame, in order; of everything without `span`.
    func packets(last span: Duration?) -> [Packet] {
        let (groups, newest) = state.withLock { ($0.groups, $0.newest) }
        let first = span.flatMap { span in groups.lastIndex { newest - $0.start >= span } } ?? 0
        return groups.dropFirst(first).flatMap(\.packets)
    }
}
