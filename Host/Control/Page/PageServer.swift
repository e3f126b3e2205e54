public import AppGroup
import NIOCore
import NIOHTTP1
import NIOPosix

/// Serves the page, the live stream's files under `/live/`, and the API for programs (Shared/API.md).
public final class PageServer: Sendable {
    /// The playlist's name in the session's page directory; the page asks for it under `/live/`.
    public static let playlistName = "live.m3u8"

    /// Where it is served once `run()` runs; the port is a real one.
    public let address: PageAddress
    /// Whether the standard port was in use and another was chosen.
    public let hasMoved: Bool

    let access: PageAccess
    let limits: PageLimits

    /// What to open: where other machines reach the page, with the token that it asks for.
    public var url: String { "http://\(address.reachable)/" + (access.token.map { "?token=\($0)" } ?? "") }

    /// Looks for a free port, binding it for a moment; serves nothing yet.
    /// - Parameters:
    ///   - isOpen: shows the page to all who can reach it, without a token.
    ///   - group: whose token it asks for; without one it makes a token of its own.
    /// - Throws: `.portInUse` or `.unusableAddress`, naming the remedy; `.system` when the token cannot be kept.
    public convenience init(_ wanted: PageAddress, isOpen: Bool = false, of group: GroupDirectory? = nil) throws(ControlError) {
        try self.init(wanted, PageLimits(), isOpen: isOpen, of: group)
    }

    init(_ wanted: PageAddress, _ limits: PageLimits, isOpen: Bool = false, of group: GroupDirectory? = nil) throws(ControlError) {
        self.limits = limits
        address = try PortChoice.free(wanted)
        access = PageAccess(
            to: address, isOpen: isOpen, key: try group.map { (group) throws(ControlError) in try PageToken(of: group) } ?? PageToken())
        hasMoved = wanted.port != 0 && address.port != wanted.port
    }

    /// Serves a talk that was fetched, until the task is cancelled.
    ///
    /// - Parameter onServing: called once, when requests are answered.
    /// - Throws: `.portInUse` when another program took the port meanwhile, `.unusableAddress` for anything else.
    public func run(showing talk: TalkPage, onServing: @escaping @Sendable () -> Void = {}) async throws(ControlError) {
        try await run(TalkRequests(access: access, talk: talk), onServing)
    }

    func run(_ content: any PageContent, _ onServing: @escaping @Sendable () -> Void) async throws(ControlError) {
        do { try await serve(content, onServing) } catch is CancellationError { return } catch {
            if Task.isCancelled { return }
            let remedy = "choose another --http HOST:PORT\(address.orOff())"
            throw ControlError(.unusableAddress, "the page cannot be served at \(address): \(error): \(remedy)", cause: error)
        }
    }

    private func serve(_ requests: any PageContent, _ onServing: () -> Void) async throws {
        let limits = limits
        let open = PageConnections(most: limits.mostConnections, mostOfStranger: limits.mostOfStranger)
        // Also of those that were accepted and are served by no task.
        defer { open.end() }
        let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.backlog, value: 1024)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            // A browser that closes its sending side still reads the answer.
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            // Requests that are sent without waiting for answers are taken apart read by read: what waits then is some kilobytes, not megabytes.
            .childChannelOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: limits.readSize))
            .childChannelOption(.maxMessagesPerRead, value: 1)
            // What comes is read when the connection is served.
            .childChannelOption(.autoRead, value: false)
            .bind(host: address.host, port: address.port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    try pipeline.addHandler(IdleStateHandler(allTimeout: .nanoseconds(limits.idleTime.inNanoseconds)))
                    let size = RequestSize()
                    try pipeline.addHandler(size)
                    try pipeline.configureHTTPServerPipeline()
                    try pipeline.addHandler(RequestDeadline(.nanoseconds(limits.requestTime.inNanoseconds), size))
                    try pipeline.addHandler(IdleConnectionCloser())
                    let peer = PagePeer(of: channel)
                    open.add(channel, of: peer)
                    return AcceptedConnection(channel: channel, peer: peer)
                }
            }
        try await server.executeThenClose { channels in
            onServing()
            try await withThrowingDiscardingTaskGroup { connections in
                for try await accepted in channels {
                    connections.addTask { await PageConnection(accepted, requests, open, limits).serve() }
                }
            }
        }
    }
}
