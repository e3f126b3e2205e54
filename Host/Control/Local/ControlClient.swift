public import AppGroup
public import Codec
public import Events
import Glibc
public import Platform
public import Session

/// Asks the host of a group. Every call blocks the calling thread, `timeLimit` at most: never on the cooperative pool.
public struct ControlClient: Sendable {
    public static let timeLimit = Duration.seconds(3)
    /// What a target or a sound server may take beyond it; the host bounds each.
    private static let workLimit = Duration.seconds(7)

    public let directory: GroupDirectory
    private let timeLimit: Duration

    /// - Throws: `GroupError`: `.noHost` when the group has no directory, and what else `GroupDirectory` throws.
    public init(_ group: GroupName, timeLimit: Duration = Self.timeLimit) throws(GroupError) {
        directory = try GroupDirectory(group, creating: false)
        self.timeLimit = timeLimit
    }

    @available(*, noasync)
    public func status() throws(ControlError) -> SessionStatus {
        guard let status = try ask(.status).status else { throw lacking("status") }
        return status
    }

    /// Makes a part of the broadcast anew; returns what was lost when that is done.
    @available(*, noasync)
    public func restart(_ part: BroadcastPart) throws(ControlError) -> RestartReport {
        guard let report = try ask(.restart(part)).restart else { throw lacking("report") }
        return report
    }

    /// Has the host read its configuration file again; returns what came of each key that differs.
    @available(*, noasync)
    public func reload() throws(ControlError) -> ReloadReport {
        guard let report = try ask(.reload).reload else { throw lacking("report") }
        return report
    }

    /// Returns when the host has accepted; it ends a little later (see `HostEnding`).
    @available(*, noasync)
    public func stop() throws(ControlError) { _ = try ask(.stop) }

    @available(*, noasync)
    public func audio() throws(ControlError) -> AudioStatus { try audio(.audio) }

    /// Returns how the audio is when the host has carried it out.
    @available(*, noasync)
    public func steer(_ request: AudioRequest) throws(ControlError) -> AudioStatus { try audio(.sound(request)) }

    @available(*, noasync)
    private func audio(_ request: ControlRequest) throws(ControlError) -> AudioStatus {
        guard let audio = try ask(request).audio else { throw lacking("state of the audio") }
        return audio
    }

    /// Where the stream goes.
    @available(*, noasync)
    public func targets() throws(ControlError) -> [SessionStatus.Target] { try targets(.targets) }

    /// Returns how the targets are when the host has carried it out. Removing one may take some seconds.
    @available(*, noasync)
    public func steer(_ request: TargetRequest) throws(ControlError) -> [SessionStatus.Target] { try targets(.target(request)) }

    @available(*, noasync)
    private func targets(_ request: ControlRequest) throws(ControlError) -> [SessionStatus.Target] {
        guard let targets = try ask(request).targets else { throw lacking("list of targets") }
        return targets
    }

    /// Sets between which bit rates the picture may move; returns how it is now, `nil` before there is a picture.
    @available(*, noasync)
    public func steer(_ request: RateRequest) throws(ControlError) -> SessionStatus.Rate? { try ask(.bitRate(request)).rate }

    /// Changes an encoding at work.
    @available(*, noasync)
    public func steer(_ request: EncodingRequest) throws(ControlError) { _ = try ask(.encoding(request)) }

    /// Changes the size or frame rate of the whole stream.
    @available(*, noasync)
    public func steer(_ request: PictureRequest) throws(ControlError) { _ = try ask(.picture(request)) }

    /// Changes where sources are shown; returns how they are from now on.
    @available(*, noasync)
    public func steer(_ request: LayerRequest) throws(ControlError) -> [SessionStatus.Source] {
        guard let sources = try ask(.layer(request)).sources else { throw lacking("list of sources") }
        return sources
    }

    /// Changes what viewers see while nothing can be captured.
    @available(*, noasync)
    public func steer(_ request: BackgroundRequest) throws(ControlError) { _ = try ask(.background(request)) }

    /// Lays something over the canvas, or takes it away; returns what is there from now on.
    @available(*, noasync)
    public func steer(_ request: OverlayRequest) throws(ControlError) -> [SessionStatus.Overlay] {
        guard let overlays = try ask(.overlay(request)).overlays else { throw lacking("list of overlays") }
        return overlays
    }

    /// Sets something of the camera of a source; returns the sources as they are then.
    @available(*, noasync)
    public func steer(_ request: CameraRequest) throws(ControlError) -> [SessionStatus.Source] {
        guard let sources = try ask(.camera(request)).sources else { throw lacking("list of sources") }
        return sources
    }

    /// Keeps how the broadcast looks and sounds, or shows what was kept; returns what became of it.
    @available(*, noasync)
    public func steer(_ request: SceneRequest) throws(ControlError) -> SceneReport {
        guard let scene = try ask(.scene(request)).scene else { throw lacking("scene") }
        return scene
    }

    /// Adds a source or removes one; returns the sources from now on, and the operation for which an agent of a new one is started.
    @available(*, noasync)
    public func steer(_ request: SourceRequest) throws(ControlError) -> (sources: [SessionStatus.Source], operation: AgentOperation?) {
        let reply = try ask(.source(request))
        guard let sources = reply.sources else { throw lacking("list of sources") }
        return (sources, reply.operation)
    }

    /// Has the picture of a source pass a filter, or changes one; returns what there is from now on.
    @available(*, noasync)
    public func steer(_ request: FilterRequest) throws(ControlError) -> [SessionStatus.Filter] {
        guard let filters = try ask(.filter(request)).filters else { throw lacking("list of filters") }
        return filters
    }

    /// Who is attached, and the last of those who were.
    @available(*, noasync)
    public func agents() throws(ControlError) -> AgentList {
        let reply = try ask(.agents)
        guard let agents = reply.agents, let departed = reply.departed else { throw lacking("list of agents") }
        return AgentList(agents: agents, departed: departed)
    }

    /// Returns when the host has begun; `operation` tells how it goes on, `OperationWait` waits for its end.
    @available(*, noasync)
    public func begin(_ request: AgentRequest) throws(ControlError) -> AgentOperation {
        guard let operation = try ask(.ask(request)).operation else { throw lacking("operation") }
        return operation
    }

    @available(*, noasync)
    public func operation(_ id: Int) throws(ControlError) -> AgentOperation {
        guard let operation = try ask(.operation(id: id)).operation else { throw lacking("operation") }
        return operation
    }

    /// What was told after number `sequence`, the oldest first; `hasMore` says whether to ask again.
    @available(*, noasync)
    public func events(since sequence: Int) throws(ControlError) -> EventPage {
        guard let events = try ask(.events(since: sequence)).events else { throw lacking("events") }
        return events
    }

    /// Returns the message's number when the host has accepted it; the pictures that carry it follow.
    @available(*, noasync)
    public func send(_ request: MessageRequest) throws(ControlError) -> UInt64 {
        guard let id = try ask(.message(request)).message else { throw lacking("number of the message") }
        return id
    }

    /// Returns when the chapter is in the recordings that run.
    @available(*, noasync)
    public func mark(_ name: String?) throws(ControlError) -> ChapterReport {
        guard let chapter = try ask(.mark(name: name)).chapter else { throw lacking("chapter") }
        return chapter
    }

    /// Returns when the clip is complete.
    @available(*, noasync)
    public func saveReplay(_ request: ReplayRequest) throws(ControlError) -> ReplayReport {
        guard let replay = try ask(.saveReplay(request)).replay else { throw lacking("clip") }
        return replay
    }

    /// Returns when the picture has been sent.
    @available(*, noasync)
    public func traceFrame() throws(ControlError) -> FrameTrace {
        guard let trace = try ask(.trace).trace else { throw lacking("trace") }
        return trace
    }

    /// Returns when the picture's file is complete.
    @available(*, noasync)
    public func takeSnapshot(_ request: SnapshotRequest) throws(ControlError) -> SnapshotReport {
        guard let snapshot = try ask(.snapshot(request)).snapshot else { throw lacking("snapshot") }
        return snapshot
    }

    @available(*, noasync)
    private func ask(_ request: ControlRequest) throws(ControlError) -> ControlReply {
        let deadline = MediaTime.now() + timeLimit + (request.mayWait ? Self.workLimit : .zero)
        let packet = (try? ControlJSON.encode(request)) ?? []  // text, numbers and lists of them always encode
        let socket = try connect()
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: PacketSocket.largestPacketBytes, alignment: 16)
        defer { buffer.deallocate() }
        let received: PacketSocket.Received
        do throws(SystemError) {
            try socket.setNonblocking()
            try socket.send(packet)
            guard socket.waitReadable(until: deadline) else { throw SystemError(operation: "poll", number: ETIMEDOUT) }
            var passed: OwnedDescriptor?
            received = try socket.receive(into: buffer, passed: &passed)
        } catch { throw meaning(of: error) }
        guard case .packet(let count, _) = received else { throw meaning(of: SystemError(operation: "recvmsg", number: EPIPE)) }
        let reply: ControlReply
        do { reply = try ControlJSON.decode(ControlReply.self, from: UnsafeRawBufferPointer(rebasing: buffer[..<count])) } catch {
            throw ControlError(
                .unreadableAnswer, "cannot read what the host in group '\(directory.name)' answered: is it another version of splitcast?")
        }
        if let refusal = reply.error { throw ControlError(.refused, (refusal.code.isAboutForm ? "the host refused: " : "") + refusal.message) }
        return reply
    }

    private func connect() throws(ControlError) -> PacketSocket {
        do throws(SystemError) { return try PacketSocket(connectingTo: directory.controlPath) } catch { throw meaning(of: error) }
    }

    private func lacking(_ part: String) -> ControlError {
        ControlError(.unreadableAnswer, "the host in group '\(directory.name)' sent no \(part): is it another version of splitcast?")
    }

    /// A host that holds the lock and cannot be reached is starting, ending or hanging; else there is none.
    private func meaning(of error: SystemError) -> ControlError {
        let name = directory.name
        if let pid = HostLock.holder(of: directory) {
            return ControlError(
                .notAnswering,
                "the host in group '\(name)' (pid \(pid)) does not answer (\(error.reason)): try again, or end it with 'kill \(pid)'")
        }
        return ControlError(.noHost, "no host runs in group '\(name)': start one with 'splitcast live --group \(name)', or give another --group")
    }
}
