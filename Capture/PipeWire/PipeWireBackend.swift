import AgentProtocol
import AppGroup
import CaptureKit
import Frames
import Glibc
import Platform

/// Captures a node on PipeWire: a screen cast that the host hands over, a camera, another program's stream.
///
/// Pictures come in memory of the process that draws them. The newest one is held there, and what a slot misses of it is copied into the
/// slot: the agent has no picture of its own.
final class PipeWireBackend: ScreenBackend {
    static let name = "pipewire"
    static let comesBack = true
    /// libpipewire sends whatever it sends by sendmsg(2).
    let sending = SendingNeeds.descriptors

    /// A window that is being resized has another size with every frame.
    private static let geometryInterval = Duration.milliseconds(100)

    private let library: PipeWireLibrary
    private let isOwnConnection: Bool
    /// `nil` for the host's cast. From the first connection on by name, if it has one: numbers change when PipeWire is started again.
    private var choice: NodeChoice?
    private let region: PixelRectangle?
    private var remote: PipeWireRemote?
    private var target: CastStream.Target?
    private var stream: CastStream?
    private var watch: StreamWatch?
    private var silence = SilenceWatch()

    private(set) var isOpen = false
    private(set) var geometry = FrameGeometry(size: PixelSize(width: 1, height: 1))!
    private var geometryFormat: StreamFormat?
    private var geometryChanged = MediaTime.zero
    private var mustChangeGeometry = false
    private var frames: WritableFrames?
    private var pending: ScreenEvents = []

    /// - Throws: `.noDisplay` without PipeWire, `.noScreen` for a node that is not there or gives no pictures, `.unsupported` for one whose
    ///   pictures cannot be captured.
    init(_ options: PipeWireOptions) throws(CaptureError) {
        library = try PipeWireLibrary()
        (choice, isOwnConnection, region) = (options.node, options.remote == nil, options.region)
        guard let choice else { return }
        let remote = if let number = options.remote { try PipeWireRemote(library, taking: number) } else { try PipeWireRemote(library) }
        try find(choice, on: remote)
    }

    private func find(_ choice: NodeChoice, on remote: PipeWireRemote) throws(CaptureError) {
        try remote.settle()
        let node = try choice.find(in: remote.nodes)
        try remote.variety(of: node.id).check(node)
        try remote.restrict(to: node.id)
        if !node.name.isEmpty { self.choice = .name(node.name) }
        self.remote = remote
        target = CastStream.Target(id: node.id, serial: node.serial, wantsPointer: true, isCamera: node.isCamera, title: node.title, region: region)
    }

    // MARK: Life

    var wantsCast: Bool { choice == nil }

    var screenName: String { (choice == nil ? "screen cast" : target?.title ?? "node") + (region.map { " \($0)" } ?? "") }

    func begin() throws(CaptureError) {
        if stream == nil, remote != nil { try openStream() }
    }

    func rest() {
        letGo()
        // The connection was the host's.
        if choice == nil { (remote, target) = (nil, nil) }
    }

    func lookAgain() -> Bool {
        letGo()
        (remote, target) = (nil, nil)
        guard let choice else { return true }
        do throws(CaptureError) {
            try find(choice, on: PipeWireRemote(library))
            return true
        } catch { return false }
    }

    func receive(_ cast: CastOffer, connection: consuming OwnedDescriptor) throws(CaptureError) {
        guard choice == nil else { return }
        // No frame of the old stream from here on. Its geometry and the memory stay: the new one is likely to be as large.
        (stream, watch, remote) = (nil, nil, nil)
        let descriptor = fcntl(connection.number, F_DUPFD_CLOEXEC, 3)
        guard descriptor >= 0 else { throw CaptureError(.failed, "the screen cast cannot be taken over: \(String(cString: strerror(errno)))") }
        remote = try PipeWireRemote(library, taking: descriptor)
        target = CastStream.Target(
            id: cast.node, serial: cast.serial, wantsPointer: cast.cursor == .metadata, isCamera: false, title: "the screen cast",
            region: region)
        try openStream()
        pending.insert(.pointerMoved)
    }

    private func openStream() throws(CaptureError) {
        guard let remote, let target else { return }
        (stream, silence) = (nil, SilenceWatch())
        stream = try CastStream(remote, target)
    }

    private func letGo() {
        (stream, watch, frames, geometryFormat) = (nil, nil, nil, nil)
        (isOpen, mustChangeGeometry, pending, silence) = (false, false, [], SilenceWatch())
    }

    // MARK: Events

    var descriptor: Int32? { library.descriptor }

    var nextEventTime: MediaTime? {
        if !pending.isEmpty { return .zero }
        if mustChangeGeometry { return geometryChanged + Self.geometryInterval }
        return [watch?.deadline, silence.deadline].compactMap { $0 }.min()
    }

    func takeEvents() throws(CaptureError) -> ScreenEvents {
        library.turn()
        if let fault = remote?.fault {
            let message = "PipeWire ended the connection (\(fault)): it was stopped, or has crashed"
            // The host takes what else ends now for a part of this, and not for a stop by the user.
            throw choice == nil ? CaptureError(.connectionLost, message) : gone(message)
        }
        if let stream {
            let now = MediaTime.now()
            try attend(to: stream, at: now)
            pending.formUnion(stream.takeEvents())
            if stream.isUnreadable, stream.hold.held == nil {
                throw CaptureError(.unsupported, "the buffers of \(target?.title ?? "the node") cannot be read: they are not plain memory")
            }
            if stream.hold.missesRegion, let region, let format = stream.format {
                throw CaptureError(.badChoice, "nothing of the picture lies in --region \(region): it is \(format.size)")
            }
            followGeometry(of: stream, at: now)
        }
        defer { pending = [] }
        return pending
    }

    private func attend(to stream: CastStream, at now: MediaTime) throws(CaptureError) {
        if watch == nil { watch = StreamWatch(target?.title ?? "the node", isCast: choice == nil, at: now) }
        switch watch?.look(stream.look(), at: now) {
        case .end(let error): throw error.code == .screenGone ? gone(error.message) : error
        case .reopen: try openStream()
        case .some(.none), nil: try attendSilence(of: stream, at: now)
        }
    }

    /// Other nodes may have other readers, who are not to be disturbed.
    private func attendSilence(of stream: CastStream, at now: MediaTime) throws(CaptureError) {
        guard choice == nil else { return }
        var sight = stream.silence
        // Without memory, or with another picture's, the host has not got it.
        sight.holdsUnsent = sight.holdsUnsent || stream.hold.held != nil && frames == nil
        if silence.look(sight, at: now) { try stream.renegotiate() }
    }

    /// A connection that was handed to this process cannot be made again.
    private func gone(_ message: String) -> CaptureError { CaptureError(choice == nil || isOwnConnection ? .screenGone : .failed, message) }

    private func followGeometry(of stream: CastStream, at now: MediaTime) {
        guard let format = stream.format else { return }
        let size: PixelSize
        if let held = stream.hold.held {
            size = held.area.size
        } else {
            // The picture may be a part of the buffer; until one comes, all of it is as good a guess as any.
            guard format != geometryFormat else { return }
            size = format.size
        }
        geometryFormat = format
        guard let found = FrameGeometry(size: size, format: format.pixels), !isOpen || found != geometry else {
            mustChangeGeometry = false
            return
        }
        guard now - geometryChanged >= Self.geometryInterval else {
            mustChangeGeometry = true
            return
        }
        (geometry, isOpen, geometryChanged, mustChangeGeometry, frames) = (found, true, now, false, nil)
        pending.insert(.geometryChanged)
    }

    // MARK: Pixels

    var canGrab: Bool {
        guard isOpen, frames != nil, let stream, let held = stream.hold.held else { return false }
        return held.area.size == geometry.size && stream.format?.pixels == geometry.format
    }

    var orientation: Orientation { stream?.hold.held?.orientation ?? .up }

    func takeDamage(into damage: inout Damage) throws(CaptureError) {
        if let stream { damage.add(stream.takePending()) }
    }

    func attach(memory descriptor: Int32, layout: FrameLayout) throws(CaptureError) {
        guard layout.geometry == geometry else {
            throw CaptureError(.memory, "the frame memory holds frames of \(layout.geometry.size), the pictures are \(geometry.size)")
        }
        frames = nil
        do throws(SystemError) { frames = try WritableFrames(descriptor: descriptor, layout: layout) } catch {
            throw CaptureError(.memory, "the frame memory cannot be mapped: \(error)", cause: error)
        }
    }

    func grab(_ stale: borrowing Damage, into slot: Int) throws(CaptureError) -> MediaTime {
        guard canGrab, let stream, let format = stream.format, let frames, let held = stream.hold.held else {
            throw CaptureError(.memory, "there is no picture of \(geometry.size) to grab")
        }
        let whole = PixelRectangle(of: geometry.size)
        for index in 0..<stale.count {
            let part = stale[index].intersection(whole)
            if !part.isEmpty { FrameCopy.copy(part, of: held, format, into: frames, slot: slot) }
        }
        return held.time
    }

    // MARK: Pointer

    func pointerPosition() throws(CaptureError) -> PointerPosition? {
        guard let stream, let position = stream.pointer.position else { return nil }
        let area = stream.hold.held?.area ?? .empty
        return PointerPosition(x: position.x - area.x, y: position.y - area.y)
    }

    func withPointerImage(_ body: (borrowing PointerImage) -> Void) throws(CaptureError) { stream?.pointer.withImage(body) }
}
