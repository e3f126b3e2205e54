import NIOCore
import Platform

/// What strangers may take of the page's server: anyone on this machine may connect, and with `--http` perhaps others.
struct PageLimits: Sendable {
    /// Each may have a segment open beside its connection.
    var mostConnections = max(4, min(2048, DescriptorLimit.current / 8))
    /// Of them, those of one other user of this machine, or of one other machine.
    var mostOfStranger: Int { max(2, mostConnections / 8) }
    /// What is read at once, in bytes: some ten requests of a browser.
    var readSize = 4096
    /// Without a byte either way; a browser asks every second or two.
    var idleTime = Duration.seconds(30)
    /// From the connection, or from an answer, to the end of the request that follows: a request that trickles in is never idle.
    var requestTime = Duration.seconds(60)
    /// That follow what happens; fewer than connections, so that there is always one for others.
    var mostStreams = max(2, min(16, DescriptorLimit.current / 32))
    /// That watch live, each with a queue of its own.
    var mostViewers = max(2, min(8, DescriptorLimit.current / 32))
    /// What such a reader may take to accept a piece.
    var writeTime = Duration.seconds(10)
    /// Of a request that changes something, in bytes.
    static let longestBody = 64 * 1024
    /// Of a longer one so much is still read, for its sender to see the refusal.
    static let longestRefusedBody = 1 << 20
}

/// Closes a connection on which nothing has come or gone for long.
final class IdleConnectionCloser: ChannelInboundHandler {
    typealias InboundIn = NIOAny

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard event is IdleStateHandler.IdleStateEvent else { return context.fireUserInboundEventTriggered(event) }
        context.close(promise: nil)
    }
}
