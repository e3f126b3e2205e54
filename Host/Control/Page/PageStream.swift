import NIOCore
import NIOHTTP1
import Platform

/// An answer that goes on: pieces are sent as they come. A client that does not accept one in time loses its connection; what waits for
/// it is a piece, and what the kernel and the channel hold of those before.
struct PageStream: Sendable {
    /// Of the kernel's memory: what a client that stands still holds.
    private static let sendBuffer = 32 * 1024

    let channel: any Channel
    let limit: Duration
    let write: @Sendable (ByteBuffer) async throws -> Void

    init(
        _ channel: any Channel, limit: Duration, write: @escaping @Sendable (ByteBuffer) async throws -> Void
    ) async throws {
        (self.channel, self.limit, self.write) = (channel, limit, write)
        try await channel.setOption(.socketOption(.so_sndbuf), value: .init(Self.sendBuffer)).get()
    }

    func send(_ text: String) async throws { try await send(ByteBuffer(string: text)) }

    /// Also in a task that is cancelled. After it nothing is sent.
    func sendLast(_ text: String) async throws {
        try await channel.writeAndFlush(HTTPServerResponsePart.body(.byteBuffer(ByteBuffer(string: text))))
    }

    func send(_ bytes: ByteBuffer) async throws {
        let deadline = channel.eventLoop.scheduleTask(in: .nanoseconds(limit.inNanoseconds)) { [channel] in channel.close(promise: nil) }
        defer { deadline.cancel() }
        try await write(bytes)
    }
}
