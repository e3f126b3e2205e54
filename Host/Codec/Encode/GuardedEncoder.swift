import CLibAV
import Frames
import Picture
import Platform
import Synchronization

/// A hardware encoder on a thread of its own, since drivers hang: what takes too long fails, and the thread is left alone with the encoder, which
/// no one can take from it. Each picture is copied once, so that it may be read however late. Belongs to one thread.
final class GuardedEncoder: PictureEncoder {
    private let guarded: Guarded
    private let worker: Worker
    private let limit: Duration
    private var isAbandoned = false
    private(set) var stream: StreamDescription

    /// - Parameters:
    ///   - limit: for opening it, and for each call.
    ///   - make: opens the encoder, on the thread.
    /// - Throws: what `make` throws; `.interrupted` when it takes too long.
    init(_ settings: VideoSettings, limit: Duration, making make: @escaping @Sendable () throws(CodecError) -> any PictureEncoder) throws(CodecError)
    {
        self.limit = limit
        do throws(SystemError) {
            let shared = try Guarded(settings)
            guarded = shared
            worker = try Worker(name: "hw-encode", stackBytes: Self.stackBytes) { shared.work(make) }
        } catch { throw CodecError(.system, operation: "thread", message: "\(error)", systemNumber: error.number) }
        do throws(CodecError) { stream = try guarded.answer(by: .now() + limit).stream } catch {
            Self.leave(worker, isHanging: error.code == .interrupted)
            throw error
        }
    }

    deinit {
        // One that hangs may still come back.
        guarded.ask(.end)
        Self.leave(worker, isHanging: isAbandoned)
    }

    /// Drivers expect the stack of a program's first thread.
    private static let stackBytes = 8 << 20

    /// A thread that hangs is never joined: it stays, with all it has, until the process ends.
    private static func leave(_ worker: Worker, isHanging: Bool) {
        if isHanging { _ = Unmanaged.passRetained(worker) } else { worker.join() }
    }

    func encode(_ picture: I420View, changed: Damage?, ticks: Int64, isKeyframe: Bool, emit: Emit) throws(CodecError) {
        if !isAbandoned { guarded.copy(picture) }
        try run(.encode(ticks: ticks, isKeyframe: isKeyframe), emit)
    }

    func flush(emit: Emit) throws(CodecError) { try run(.flush, emit) }

    func setBitRate(_ bitsPerSecond: Int, stretch: Double) throws(CodecError) {
        try run(.setBitRate(bitsPerSecond, stretch: stretch)) { (_) throws(CodecError) in }
    }

    func setEffort(_ preset: String) {}

    private func run(_ call: Guarded.Call, _ emit: Emit) throws(CodecError) {
        guard !isAbandoned else { throw Guarded.late }
        guarded.ask(call)
        do throws(CodecError) {
            let made = try guarded.answer(by: .now() + limit)
            stream = made.stream
            for packet in made.packets { try emit(packet.pointer) }
        } catch {
            if error.code == .interrupted { isAbandoned = true }
            throw error
        }
    }
}

/// What caller and thread share. Each waits for the other, so that everything but the mutexes belongs to one of them at a time; an abandoned
/// thread keeps it, and touches nothing of the caller's.
private final class Guarded: @unchecked Sendable {
    // @unchecked: `picture` is written by the caller while the thread waits, and read by it alone while the caller does.
    enum Call: Sendable {
        case encode(ticks: Int64, isKeyframe: Bool)
        case flush
        case setBitRate(Int, stretch: Double)
        case end
    }

    struct Made: Sendable {
        let stream: StreamDescription
        let packets: [OwnedPacket]
    }

    static let late = CodecError(.interrupted, operation: "encode", message: "the encoder does not answer: its driver hangs")

    let asked: Wakeup
    let answered: Wakeup
    let call = Mutex<Call?>(nil)
    private let result = Mutex<Result<Made, CodecError>?>(nil)
    private let planes: UnsafeMutablePointer<UInt8>
    private let picture: I420View

    init(_ settings: VideoSettings) throws(SystemError) {
        (asked, answered) = (try Wakeup(), try Wakeup())
        let luma = settings.size.width * settings.size.height
        let count = luma * (settings.sampling == .full ? 7 : 3) / 2
        planes = .allocate(capacity: count)
        planes.initialize(repeating: 128, count: count)
        picture = I420View(
            size: settings.size, luma: planes, blueChroma: planes + luma, redChroma: planes + luma * 5 / 4, lumaStrideBytes: settings.size.width,
            chromaStrideBytes: settings.size.width / 2,
            fullChroma: settings.sampling == .full ? FullChroma(blue: planes + luma * 3 / 2, red: planes + luma * 5 / 2) : nil)
    }

    deinit { planes.deallocate() }

    // --- the caller

    func copy(_ view: I420View) {
        let size = view.size
        for y in 0..<size.height { (picture.luma + y * size.width).update(from: view.luma + y * view.lumaStrideBytes, count: size.width) }
        for y in 0..<size.height / 2 {
            let (from, to) = (y * view.chromaStrideBytes, y * size.width / 2)
            (picture.blueChroma + to).update(from: view.blueChroma + from, count: size.width / 2)
            (picture.redChroma + to).update(from: view.redChroma + from, count: size.width / 2)
        }
        guard let own = picture.fullChroma, let full = view.fullChroma else { return }
        for y in 0..<size.height {
            (own.blue + y * size.width).update(from: full.blue + y * view.lumaStrideBytes, count: size.width)
            (own.red + y * size.width).update(from: full.red + y * view.lumaStrideBytes, count: size.width)
        }
    }

    func ask(_ next: Call) {
        call.withLock { $0 = next }
        asked.signal()
    }

    func answer(by deadline: MediaTime) throws(CodecError) -> Made {
        while true {
            if let made = result.withLock({ $0.take() }) { return try made.get() }
            guard MediaTime.now() < deadline else { throw Self.late }
            _ = answered.wait(until: deadline)
        }
    }

    // --- the thread

    func work(_ make: () throws(CodecError) -> any PictureEncoder) {
        let encoder: any PictureEncoder
        do throws(CodecError) { encoder = try make() } catch { return give(.failure(error)) }
        give(.success(Made(stream: encoder.stream, packets: [])))
        while true {
            guard let call = call.withLock({ $0.take() }) else {
                _ = asked.wait()
                continue
            }
            var packets: [OwnedPacket] = []
            func emit(_ packet: UnsafeMutablePointer<AVPacket>) throws(CodecError) { packets.append(try OwnedPacket(taking: packet)) }
            do throws(CodecError) {
                switch call {
                case .encode(let ticks, let isKeyframe):
                    try encoder.encode(picture, changed: nil, ticks: ticks, isKeyframe: isKeyframe, emit: emit)
                case .flush: try encoder.flush(emit: emit)
                case .setBitRate(let bitsPerSecond, let stretch): try encoder.setBitRate(bitsPerSecond, stretch: stretch)
                case .end: return
                }
                give(.success(Made(stream: encoder.stream, packets: packets)))
            } catch { give(.failure(error)) }
        }
    }

    private func give(_ made: Result<Made, CodecError>) {
        result.withLock { $0 = made }
        answered.signal()
    }
}

/// A packet on its way from one thread to another.
private final class OwnedPacket: @unchecked Sendable {
    // @unchecked: handed over once.
    let pointer: UnsafeMutablePointer<AVPacket>

    init(taking source: UnsafeMutablePointer<AVPacket>) throws(CodecError) {
        pointer = try libavObject("av_packet_alloc", av_packet_alloc())
        av_packet_move_ref(pointer, source)
    }

    deinit {
        var pointer: UnsafeMutablePointer<AVPacket>? = pointer
        av_packet_free(&pointer)
    }
}
