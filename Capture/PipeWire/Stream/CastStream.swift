import CPipeWire
import CaptureKit
import Frames
import Glibc

/// A stream of pictures from one node. Capture thread only; it calls back within `PipeWireLibrary.turn`.
final class CastStream {
    /// What the stream is opened for.
    struct Target: Hashable {
        var id: UInt32
        /// 0 when it is not known.
        var serial: UInt64
        var wantsPointer: Bool
        /// Its buffers are plain memory even where they belong to a device.
        var isCamera: Bool
        /// For people.
        var title: String
        /// The part of its pictures that counts; `nil` for all.
        var region: PixelRectangle?
    }

    /// The most frames a second that are asked for.
    private static let framesPerSecond: UInt32 = 60
    /// One is held, one is on its way, one is being drawn into.
    private static let buffers: UInt32 = 3

    private let remote: PipeWireRemote
    private let target: Target
    private var handle: OpaquePointer?
    private var formatNumber: UInt64 = 0
    private(set) var format: StreamFormat?
    private(set) var hold: FrameHold
    let pointer = PointerUpdate()
    /// A picture came that could not be read.
    private(set) var isUnreadable = false
    private var arrivals: UInt64 = 0
    private var events: ScreenEvents = []
    private var hasSeenNode = false

    /// - Throws: `.failed` when libpipewire refuses; `.screenGone` when the sandbox does, which leaves a stream that runs alone.
    init(_ remote: PipeWireRemote, _ target: Target) throws(CaptureError) {
        (self.remote, self.target, hold) = (remote, target, FrameHold(region: target.region))
        let events = cpw_events(
            context: Unmanaged.passUnretained(self).toOpaque(),
            frame: { context, frame in Unmanaged<CastStream>.fromOpaque(context!).takeUnretainedValue().receive(frame!) },
            buffers_gone: { context in Unmanaged<CastStream>.fromOpaque(context!).takeUnretainedValue().hold.forget() })
        // A number may be given to another node when this one is gone; a serial never is.
        let serial = target.serial == 0 ? nil : "\(target.serial)"
        let opened = Self.withText(serial) { text in
            var request = cpw_wish(
                target: text, node: target.id, frames_per_second: Self.framesPerSecond, wants_pointer: target.wantsPointer,
                takes_device_buffers: target.isCamera, buffers: Self.buffers)
            return cpw_stream_open(remote.handle, &request, events)
        }
        guard let opened else {
            // A new stream makes memory that it shares with PipeWire, which a closed sandbox refuses.
            if errno == EPERM { throw CaptureError(.screenGone, "a sandboxed agent has to be started anew for another stream") }
            throw CaptureError(.failed, "PipeWire gives no stream from \(target.title): \(String(cString: strerror(errno)))")
        }
        handle = opened
    }

    deinit { if let handle { cpw_stream_close(handle) } }

    private static func withText<Result>(_ text: String?, _ body: (UnsafePointer<CChar>?) -> Result) -> Result {
        guard let text else { return body(nil) }
        return text.withCString { body($0) }
    }

    /// What can be seen of the stream's state.
    func look() -> StreamWatch.Sight {
        let state: StreamWatch.Sight.State =
            switch cpw_stream_state(handle) {
            case CPW_FAILED: .failed(String(cString: cpw_stream_error(handle)))
            case CPW_UNCONNECTED: .unconnected
            case CPW_CONNECTING: .connecting
            case CPW_PAUSED: .paused
            default: .streaming
            }
        let hasNode = remote.hasNode(target.id)
        hasSeenNode = hasSeenNode || hasNode
        // A node that was never announced is not missing: PipeWire may announce it later, or more nodes than are kept.
        return StreamWatch.Sight(state: state, hasFormat: cpw_has_format(handle), hasNode: hasNode || !hasSeenNode)
    }

    /// What `SilenceWatch` decides by.
    var silence: SilenceWatch.Sight {
        SilenceWatch.Sight(
            isStreaming: cpw_stream_state(handle) == CPW_STREAMING, arrivals: arrivals, hasUsedBuffers: cpw_has_used_buffers(handle),
            holdsUnsent: !hold.pending.isEmpty)
    }

    /// Renegotiates the format and gets new buffers, without what is held.
    /// - Throws: `.failed` when libpipewire refuses.
    func renegotiate() throws(CaptureError) {
        let status = cpw_renegotiate(handle)
        guard status >= 0 else { throw CaptureError(.failed, "PipeWire does not renegotiate \(target.title): \(String(cString: strerror(-status)))") }
    }

    /// What has come since the last call.
    func takeEvents() -> ScreenEvents {
        readFormat()
        defer { events = [] }
        return events
    }

    func takePending() -> Damage { hold.takePending() }

    private func readFormat() {
        let number = cpw_format_number(handle)
        guard number != formatNumber else { return }
        formatNumber = number
        format = StreamFormat(cpw_stream_format(handle))
    }

    private func receive(_ frame: UnsafePointer<cpw_frame>) {
        guard handle != nil else { return }
        arrivals += 1
        readFormat()
        if let sight = PointerSight(frame) { events.formUnion(pointer.apply(sight)) }
        guard let format else { return cpw_give_back(handle, frame.pointee.buffer) }
        if frame.pointee.is_unreadable { isUnreadable = true }
        if frame.pointee.has_picture { events.insert(.damaged) }
        if let buffer = hold.receive(FrameEvent(frame, format), alignment: format.alignment, at: .now()) { cpw_give_back(handle, buffer) }
    }
}
