import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket
public import Platform
public import Session

/// Serves a part of obs-websocket 5, so that programs which control OBS control a broadcast (Shared/CONTROL.md, section 6).
public final class OBSWebSocketServer: Sendable {
    /// Where OBS has it.
    public static let standard = PageAddress(host: "127.0.0.1", port: 4455, isNamed: true, of: "--obs-websocket")

    /// Where it is served once `run()` runs; the port is a real one.
    public let address: PageAddress
    private let password: String?
    private let limits: OBSWebSocketLimits
    private let recordings: String

    /// Looks whether the port is free, binding it for a moment; serves nothing yet.
    /// - Parameter password: without one the programs of the user who broadcasts alone are let in, from this machine.
    /// - Throws: `.portInUse` or `.unusableAddress`, naming the remedy.
    public convenience init(_ wanted: PageAddress, password: String?) throws(ControlError) {
        try self.init(wanted, password: password, OBSWebSocketLimits())
    }

    init(
        _ wanted: PageAddress, password: String?, _ limits: OBSWebSocketLimits, recordings: String = UserFolders.own.recordings
    ) throws(ControlError) {
        (self.password, self.limits, self.recordings) = (password, limits, recordings)
        address = try PortChoice.free(wanted)
    }

    /// Serves until the task is cancelled.
    ///
    /// - Parameter onServing: called once, when requests are answered.
    /// - Throws: `.portInUse` when another program took the port meanwhile, `.unusableAddress` for anything else.
    public func run(showing session: any SessionControl, onServing: @escaping @Sendable () -> Void = {}) async throws(ControlError) {
        do { try await serve(session, onServing) } catch is CancellationError { return } catch {
            if Task.isCancelled { return }
            throw ControlError(
                .unusableAddress, "obs-websocket cannot be served at \(address): \(error): choose another --obs-websocket ADDRESS:PORT", cause: error)
        }
    }

    private struct Accepted: Sendable {
        let connection: AcceptedConnection
        let frames: OBSFrames
    }

    private func serve(_ session: any SessionControl, _ onServing: () -> Void) async throws {
        let (limits, handshake) = (limits, OBSHandshake(at: address, needsPassword: password != nil))
        let open = PageConnections(most: limits.mostConnections, mostOfStranger: limits.mostOfStranger)
        let feed = OBSEventFeed(session)
        let shared = OBSConnection.Server(
            requests: OBSRequests(session: session, feed: feed, process: OBSProcessFigures(), recordings: recordings), feed: feed,
            usage: APIUsage(mostStreams: 0),
            guesses: TokenGuesses(), connections: open, limits: limits, password: password)
        // Also of those that were accepted and are served by no task.
        defer { open.end() }
        let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.backlog, value: 256)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: OBSWebSocketLimits.readSize))
            .childChannelOption(.maxMessagesPerRead, value: 1)
            // What comes is read when the connection is served.
            .childChannelOption(.autoRead, value: false)
            .bind(host: address.host, port: address.port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    let (peer, frames) = (PagePeer(of: channel), OBSFrames())
                    let pipeline = channel.pipeline.syncOperations
                    try pipeline.addHandler(IdleStateHandler(readTimeout: .nanoseconds(limits.idleTime.inNanoseconds)))
                    try pipeline.configureHTTPServerPipeline(withServerUpgrade: Self.upgrade(handshake, peer, frames))
                    try pipeline.addHandler(OBSHandshake.Refuser(handshake, peer), name: Self.refuser)
                    try pipeline.addHandler(IdleConnectionCloser())
                    channel.closeFuture.whenComplete { _ in frames.finish() }
                    open.add(channel, of: peer)
                    return Accepted(connection: AcceptedConnection(channel: channel, peer: peer), frames: frames)
                }
            }
        try await server.executeThenClose { accepted in
            onServing()
            try await withThrowingDiscardingTaskGroup { tasks in
                tasks.addTask { await feed.run() }
                for try await next in accepted {
                    tasks.addTask { await OBSConnection(next.connection, next.frames, shared).serve() }
                }
            }
        }
    }

    private static let refuser = "refuser"

    private static func upgrade(_ handshake: OBSHandshake, _ peer: PagePeer, _ frames: OBSFrames) -> NIOHTTPServerUpgradeSendableConfiguration {
        let upgrader = NIOWebSocketServerUpgrader(
            maxFrameSize: OBSWebSocketLimits.longestMessage,
            shouldUpgrade: { channel, request in
                let isAllowed = handshake.refusal(of: request, from: peer) == nil
                return channel.eventLoop.makeSucceededFuture(isAllowed ? handshake.headers(for: request) : nil)
            },
            upgradePipelineHandler: { channel, request in
                // From here on as much is read as is asked for.
                channel.setOption(.autoRead, value: false).flatMap { channel.pipeline.removeHandler(name: refuser) }.flatMapThrowing {
                    let pieces = NIOWebSocketFrameAggregator(
                        minNonFinalFragmentSize: 1, maxAccumulatedFrameCount: OBSWebSocketLimits.mostPieces,
                        maxAccumulatedFrameSize: OBSWebSocketLimits.longestMessage)
                    try channel.pipeline.syncOperations.addHandlers([
                        OBSFrames.FrameCheck(), pieces, OBSFrames.Handler(frames, OBSHandshake.form(for: request) ?? .json),
                    ])
                }
            })
        return (upgraders: [upgrader], completionHandler: { _ in })
    }
}
