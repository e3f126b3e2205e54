import AgentProtocol
import AppGroup
import Codec
import Frames
import Platform
import Supervision

/// The pictures of a clip, decoded by a process of its own, so that no stranger's file reaches the process that has the keys. Nothing that the
/// process says is believed; it may spoil pixels, nothing else.
///
/// Belongs to one thread, which it blocks: until the next picture, the limit, or `isCancelled`, which is asked whenever `wakeup` is signalled.
final class ClipDecoder {
    /// For one picture, or for finding out what the file is: its decoder gives up sooner.
    private static let limit = Duration.seconds(30)
    /// 7680x4320 and somewhat more.
    private static let mostFrameBytes = 160 << 20
    /// libavcodec may keep 16 pictures beside the one that it decodes.
    private static let memoryBytes = 768 << 20

    enum Step {
        case picture(at: Duration, FrameGeometry, Orientation, UnsafeRawPointer)
        /// When the last picture has been shown.
        case end(Duration)
    }

    /// As the file says; `nil` where it does not.
    private(set) var duration: Duration?
    private let choice: ClipChoice
    private let process: DecoderProcess
    private let wakeup: Wakeup
    private let isCancelled: () -> Bool
    private let message = WireBuffer()
    private var memory: FrameMemory?
    private var orientation = Orientation.up
    /// A picture is lent: it is given back with the next call.
    private var isLent = false

    /// - Parameter file: open; read by the process alone.
    /// - Throws: one line that names the file.
    init(
        _ choice: ClipChoice, file: borrowing OwnedDescriptor, settings: DecoderSettings, wakeup: Wakeup, isCancelled: @escaping () -> Bool
    ) throws(CodecError) {
        (self.choice, self.wakeup, self.isCancelled) = (choice, wakeup, isCancelled)
        guard let command = AgentCommandLine(backend: "media", arguments: ["--clip", "--sandbox", settings.sandbox.rawValue]) else {
            throw Self.failure(
                choice, "cannot be decoded: there is no splitcast-capture-media beside splitcast or in PATH: build or install it")
        }
        do throws(SystemError) {
            process = try DecoderProcess(command, group: settings.group, limits: AgentLimits(memoryBytes: Self.memoryBytes))
        } catch { throw Self.failure(choice, "cannot be decoded: its decoder cannot be started: \(error)") }
        let request = ClipRequest(
            name: choice.path, fromNanoseconds: choice.from?.inNanoseconds ?? 0, toNanoseconds: choice.to?.inNanoseconds ?? 0)
        guard request.encode(into: message) else { throw Self.failure(choice, "has a name that is too long") }
        try send(descriptor: file.number)
        switch try report() {
        case .opened(let nanoseconds): duration = nanoseconds > 0 ? .nanoseconds(nanoseconds) : nil
        case .failed(let text): throw CodecError(.damaged, operation: "clip", message: text)
        case .memory, .picture, .finished: throw nonsense("it began before it had opened anything")
        }
    }

    /// The next picture, whose pixels are valid until the next call.
    func next() throws(CodecError) -> Step {
        if isLent {
            ClipAnswer.taken.encode(into: message)
            // Where it is gone, what it said before that tells why.
            do throws(SystemError) { try process.send(message.bytes) } catch {}
            isLent = false
        }
        while true {
            switch try report() {
            case .memory(let geometry, let orientation): try give(geometry, orientation)
            case .picture(let nanoseconds):
                guard let memory else { throw nonsense("a picture came before its memory") }
                isLent = true
                return .picture(at: .nanoseconds(nanoseconds), memory.layout.geometry, orientation, memory.pixels(ofSlot: 0))
            case .finished(let nanoseconds): return .end(.nanoseconds(nanoseconds))
            case .failed(let text): throw CodecError(.damaged, operation: "clip", message: text)
            case .opened: throw nonsense("it opened twice")
            }
        }
    }

    private func give(_ geometry: FrameGeometry, _ orientation: Orientation) throws(CodecError) {
        guard geometry.frameBytes <= Self.mostFrameBytes, let layout = FrameLayout(geometry: geometry, slotCount: FrameLayout.slotCounts.lowerBound)
        else { throw Self.failure(choice, "has pictures of \(geometry.size), which are too large: scale it down first") }
        memory = nil
        let made: FrameMemory
        do throws(GroupError) { made = try FrameMemory(layout: layout) } catch { throw Self.failure(choice, "cannot be decoded: \(error.message)") }
        ClipAnswer.memory.encode(into: message)
        try send(descriptor: made.descriptor)
        (memory, self.orientation) = (made, orientation)
    }

    private func send(descriptor: Int32) throws(CodecError) {
        do throws(SystemError) { try process.send(message.bytes, descriptor: descriptor) } catch {
            throw Self.failure(choice, "cannot be decoded: its decoder has gone: \(error)")
        }
    }

    private func report() throws(CodecError) -> ClipReport {
        let deadline = MediaTime.now() + Self.limit
        while true {
            if isCancelled() { throw CodecError(.interrupted, operation: "clip", message: "'\(choice.path)' was stopped") }
            switch process.next(until: deadline, or: wakeup) {
            case .packet(let bytes): do throws(WireError) { return try ClipReport(decoding: bytes) } catch { throw nonsense("\(error)") }
            case .woken: continue
            case .late: throw Self.failure(choice, "cannot be decoded: its decoder does not answer")
            case .ended(let why): throw Self.failure(choice, "cannot be decoded: its decoder has ended (\(why))")
            }
        }
    }

    private func nonsense(_ what: String) -> CodecError { Self.failure(choice, "cannot be decoded: its decoder cannot be understood (\(what))") }

    private static func failure(_ choice: ClipChoice, _ text: String) -> CodecError {
        CodecError(.library, operation: "clip", message: "'\(choice.path)' \(text)")
    }
}
