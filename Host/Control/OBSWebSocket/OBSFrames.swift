import NIOCore
import NIOWebSocket
import Synchronization

/// What comes on a WebSocket connection, for the task that serves it. As much is read as that task has asked for: what waits is one read.
final class OBSFrames: Sendable {
    enum Incoming: Sendable {
        /// It has become a WebSocket connection, and how its messages are written.
        case opened(OBSMessage.Form)
        case message(ByteBuffer, OBSMessage.Form)
        /// The other side says farewell.
        case closed
    }

    /// How often a silent client is asked whether it is there.
    private static let pingInterval = TimeAmount.seconds(20)

    let incoming: AsyncStream<Incoming>
    private let continuation: AsyncStream<Incoming>.Continuation
    private let waiting = Atomic(0)

    init() { (incoming, continuation) = AsyncStream.makeStream(of: Incoming.self) }

    /// No more comes.
    func finish() { continuation.finish() }

    /// What was handed out is done with.
    func done(_ channel: any Channel) {
        if waiting.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 { channel.read() }
    }

    private func add(_ next: Incoming) {
        waiting.add(1, ordering: .acquiringAndReleasing)
        continuation.yield(next)
    }

    /// Refuses what is not masked, or has bits or an opcode that mean nothing (RFC 6455, sections 5.1 and 5.2). Stands before what puts pieces
    /// together, which have no mask any more.
    final class FrameCheck: ChannelInboundHandler {
        typealias InboundIn = WebSocketFrame
        typealias InboundOut = WebSocketFrame
        typealias OutboundOut = WebSocketFrame

        private static let opcodes: [WebSocketOpcode] = [.continuation, .text, .binary, .connectionClose, .ping, .pong]

        private var isRefused = false

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            guard !isRefused else { return }
            let frame = unwrapInboundIn(data)
            let isPlain = !frame.rsv1 && !frame.rsv2 && !frame.rsv3 && Self.opcodes.contains(frame.opcode)
            guard frame.maskKey == nil || !isPlain else { return context.fireChannelRead(data) }
            isRefused = true
            let reason = isPlain ? "a client's frames are masked" : "bits or an opcode that mean nothing here"
            let farewell = OBSMessage.closing(.protocolError, reason)
            context.writeAndFlush(wrapOutboundOut(farewell)).assumeIsolated().whenComplete { [channel = context.channel] _ in
                channel.close(promise: nil)
            }
        }
    }

    /// Stands behind what takes WebSocket apart.
    final class Handler: ChannelInboundHandler {
        typealias InboundIn = WebSocketFrame
        typealias OutboundOut = WebSocketFrame

        private let frames: OBSFrames
        private let form: OBSMessage.Form
        private var pings: RepeatedTask?

        init(_ frames: OBSFrames, _ form: OBSMessage.Form) { (self.frames, self.form) = (frames, form) }

        func handlerAdded(context: ChannelHandlerContext) {
            let channel = context.channel
            pings = context.eventLoop.scheduleRepeatedTask(initialDelay: pingInterval, delay: pingInterval) { _ in
                channel.writeAndFlush(WebSocketFrame(fin: true, opcode: .ping, data: ByteBuffer()), promise: nil)
            }
            frames.add(.opened(form))
        }

        func handlerRemoved(context: ChannelHandlerContext) { pings?.cancel() }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let frame = unwrapInboundIn(data)
            switch frame.opcode {
            case .text: frames.add(.message(frame.unmaskedData, .json))
            case .binary: frames.add(.message(frame.unmaskedData, .messagePack))
            case .ping:
                // No more is read before it is sent: of a client that does not accept it nothing else piles up.
                frames.waiting.add(1, ordering: .acquiringAndReleasing)
                context.writeAndFlush(wrapOutboundOut(WebSocketFrame(fin: true, opcode: .pong, data: frame.unmaskedData)))
                    .assumeIsolated().whenComplete { [frames, channel = context.channel] _ in frames.done(channel) }
            case .connectionClose: frames.add(.closed)
            default: break
            }
        }

        /// Where nothing waits, no one else asks for more.
        func channelReadComplete(context: ChannelHandlerContext) {
            if frames.waiting.load(ordering: .acquiring) == 0 { context.read() }
            context.fireChannelReadComplete()
        }

        /// A message too long, or in too many pieces; what breaks the protocol itself was told so before.
        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            guard !(error is NIOWebSocketError) else { return }
            context.close(promise: nil)
        }

        private var pingInterval: TimeAmount { OBSFrames.pingInterval }
    }
}
