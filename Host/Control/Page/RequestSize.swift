import NIOCore

/// Closes a connection whose next request has more bytes than any may have, whatever they are: what takes HTTP apart counts those of bodies, and
/// swallows without end what says something about them, such as extensions of chunks (RFC 9112, section 7.1.1). Stands before it.
final class RequestSize: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    /// A head, and a body in chunks of some bytes each.
    static let most = 2 * PageLimits.longestRefusedBody + 256 * 1024

    private var count = 0

    /// The next one begins; what came with the end of the last is counted as that one's.
    func begin() { count = 0 }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        count += unwrapInboundIn(data).readableBytes
        guard count <= Self.most else { return context.close(promise: nil) }
        context.fireChannelRead(data)
    }
}
