import Codec
import NIOCore
import Platform
import Session

/// The broadcast for a browser that is close behind: fragmented MP4 that goes on, every packet sent when it is encoded.
final class LiveStream: Sendable {
    /// The time of day, in milliseconds, that is time 0 of the media.
    static let startHeader = "Splitcast-Start"

    /// Of the kernel's memory: more would be delay where the link is slow, less would slow a long one down.
    private static let sendBuffer = 256 * 1024

    let type: String?
    let startMilliseconds: Int64
    private let broadcast: LiveBroadcast

    init(_ broadcast: LiveBroadcast) {
        self.broadcast = broadcast
        type = PacketFragments(broadcast.streams, start: broadcast.start).type
        startMilliseconds = WallClock(at: broadcast.start).milliseconds
    }

    /// Also of one that was never followed.
    deinit { broadcast.viewer.end() }

    /// Returns when the reader is gone, or no more packets come. One that accepts nothing for long loses its connection.
    func follow(_ stream: PageStream) async throws {
        let fragments = PacketFragments(broadcast.streams, start: broadcast.start)
        try await stream.channel.setOption(.socketOption(.so_sndbuf), value: .init(Self.sendBuffer)).get()
        while stream.channel.isActive {
            let packets = await broadcast.viewer.next()
            if packets.isEmpty { return }
            for packet in packets { try await stream.send(ByteBuffer(bytes: try fragments.bytes(of: packet))) }
        }
    }
}
