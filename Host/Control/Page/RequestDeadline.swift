import NIOCore
import NIOHTTP1

/// Closes a connection whose next request is not whole in time, however it trickles in. Stands behind what takes HTTP apart.
final class RequestDeadline: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private let limit: TimeAmount
    private let size: RequestSize
    private var deadline: Scheduled<Void>?

    /// - Parameters:
    ///   - limit: from the connection, or the end of an answer, to the end of the request that follows.
    ///   - size: of the same connection; is told of each end.
    init(_ limit: TimeAmount, _ size: RequestSize) { (self.limit, self.size) = (limit, size) }

    func handlerAdded(context: ChannelHandlerContext) { begin(context) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .end = unwrapInboundIn(data) {
            end()
            size.begin()
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = unwrapOutboundIn(data) { begin(context) }
        context.write(data, promise: promise)
    }

    func handlerRemoved(context: ChannelHandlerContext) { end() }

    private func begin(_ context: ChannelHandlerContext) {
        end()
        let channel = context.channel
        deadline = context.eventLoop.scheduleTask(in: limit) { channel.close(promise: nil) }
    }

    private func end() {
        deadline?.cancel()
        deadline = nil
    }
}
