import Hummingbird
public import Logging
public import Session

/// Serves the page: `/`, `/api/status`, `/api/events`, and the live stream's files under `/live/`. Read only, and nothing but this.
public final class PageServer: Sendable {
    /// The playlist's name in the session's page directory; the page asks for it under `/live/`.
    public static let playlistName = "live.m3u8"

    typealias Context = BasicRequestContext

    /// Where it is served once `run()` runs; the port is a real one.
    public let address: PageAddress
    /// Whether the standard port was in use and another was taken.
    public let hasMoved: Bool
    private let log: Logger

    public var url: String { "http://\(address)/" }

    /// Looks for a free port, taking it for a moment; serves nothing yet.
    /// - Throws: `.portInUse` or `.unusableAddress`, naming the remedy.
    public init(_ wanted: PageAddress, log: Logger) throws(ControlError) {
        address = try PortChoice.free(wanted)
        hasMoved = wanted.port != 0 && address.port != wanted.port
        self.log = log
    }

    /// Serves until the task is cancelled.
    ///
    /// - Parameters:
    ///   - directory: the session's page directory; may come and go.
    ///   - onServing: called once, when requests are answered.
    /// - Throws: `.portInUse` when another program took the port meanwhile, `.unusableAddress` for anything else.
    public func run(
        showing steering: any SessionControl, directory: String, onServing: @escaping @Sendable () -> Void = {}
    ) async throws(ControlError) {
        // The library reports every connection that a cancellation cuts as an error; what matters comes by throwing.
        var quiet = log
        quiet.logLevel = log.logLevel == .trace ? .trace : .critical
        let application = Application(
            router: router(showing: steering, directory: directory),
            configuration: ApplicationConfiguration(address: .hostname(address.host, port: address.port), serverName: "splitcast"),
            onServerRunning: { _ in onServing() }, logger: quiet)
        do { try await application.run() } catch is CancellationError { return } catch {
            if Task.isCancelled { return }
            throw ControlError(.unusableAddress, "the page cannot be served at \(address): \(error): choose another --http HOST:PORT, or off")
        }
    }

    private func router(showing steering: any SessionControl, directory: String) -> Router<Context> {
        let router = Router(context: Context.self)
        router.add(middleware: PageHeaders())
        router.add(middleware: HostCheck(for: address))
        let files = FileIO()
        router.get("/api/status") { _, _ in
            let json = try ControlJSON.encode(steering.status())
            return Response(status: .ok, headers: [.contentType: "application/json"], body: .init(byteBuffer: ByteBuffer(bytes: json)))
        }
        router.get("/api/events") { request, _ in
            let since = request.uri.queryParameters.get("since").flatMap { Int($0) } ?? 0
            let json = try ControlJSON.encode(steering.events(since: since))
            return Response(status: .ok, headers: [.contentType: "application/json"], body: .init(byteBuffer: ByteBuffer(bytes: json)))
        }
        router.get("/live/:name") { _, context in
            guard let file = LiveFile(try context.parameters.require("name")) else { throw HTTPError(.notFound) }
            let body = try await files.loadFile(path: directory + "/" + file.name, context: context)
            let caching = file.isPlaylist ? "no-cache" : "private, max-age=60"
            return Response(status: .ok, headers: [.contentType: file.contentType, .cacheControl: caching], body: body)
        }
        router.get("/**") { request, _ in
            guard let file = PageFile.at(request.uri.path) else { throw HTTPError(.notFound) }
            return Response(
                status: .ok, headers: [.contentType: file.contentType, .cacheControl: "no-cache"],
                body: .init(byteBuffer: ByteBuffer(bytes: file.bytes)))
        }
        router.get("/") { _, _ in
            let file = PageFile.at("/")
            return Response(
                status: .ok, headers: [.contentType: file?.contentType ?? "", .cacheControl: "no-cache"],
                body: .init(byteBuffer: ByteBuffer(bytes: file?.bytes ?? [])))
        }
        return router
    }
}
