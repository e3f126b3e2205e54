import AgentProtocol
import Audio
import Codec
import Glibc
import Platform
import Supervision

/// Audio of a file or an address, of any kind that libavformat and libavcodec know, as 48 kHz stereo float: decoded by a process of its own,
/// so that no file and no server reaches the process that has the keys. Nothing that the process says is believed.
///
/// Belongs to one thread, which it blocks: within the limits, or until `isCancelled`, which is asked whenever `wakeup` is signalled.
final class MusicDecoder {
    /// How much later than its own limits it may be, having started and being busy.
    private static let grace = Duration.seconds(5)
    /// What is louder than this (24 dB above full scale) is cut, and what is not a number becomes 0: nothing odd gets further.
    private static let loudest: Float = 16

    /// As the file says; `nil` for what has no end, or does not say.
    private(set) var duration: Duration?
    /// How long one pass is, in sample frames, once there has been one.
    private(set) var passSampleFrames: Int64?
    /// At the end, begins again. What is decoded already, some 0.2 s, is not changed by it.
    var isLooping: Bool { didSet { tellLooping() } }

    private let location: AudioLocation
    private let limits: MusicLimits
    private let process: DecoderProcess
    private let wakeup: Wakeup
    private let isCancelled: () -> Bool
    private let message = WireBuffer()
    private var toldLooping: Bool
    private var received: Int64 = 0
    private let checked = Checked()

    /// What was received last, in order and within bounds.
    private final class Checked {
        let samples = UnsafeMutableBufferPointer<Float>.allocate(capacity: DecoderReport.mostSampleFrames * AudioFormat.channels)
        deinit { samples.deallocate() }
    }

    /// Opens it, and waits for what is known of it.
    ///
    /// - Throws: `notReadable`, `notAFile`, `notSound`, `damaged`, `notAvailable`, `interrupted` (too slow, or cancelled), `system` or
    ///   `library`: one line that names the location, without what may be secret in it.
    @available(*, noasync)
    init(
        _ location: AudioLocation, isLooping: Bool, limits: MusicLimits, settings: DecoderSettings, wakeup: Wakeup,
        isCancelled: @escaping () -> Bool
    ) throws(CodecError) {
        (self.location, self.isLooping, self.limits, self.wakeup) = (location, isLooping, limits, wakeup)
        (self.isCancelled, toldLooping) = (isCancelled, isLooping)
        var file: OwnedDescriptor?
        if location.isFile { file = try location.open() }
        guard let command = AgentCommandLine(backend: "media", arguments: ["--audio", "--sandbox", settings.sandbox.rawValue]) else {
            throw Self.failure(
                location, .notAvailable, "cannot be played: there is no splitcast-capture-media beside splitcast or in PATH: build or install it")
        }
        do throws(SystemError) {
            process = try DecoderProcess(command, group: settings.group, limits: AgentLimits(memoryBytes: settings.memoryBytes))
        } catch { throw Self.failure(location, .system, "cannot be played: its decoder cannot be started: \(error)", error.number) }
        try ask(file)
        try awaitOpening()
    }

    /// The next samples, interleaved and valid until the next call; `nil` at the end.
    ///
    /// - Throws: as opening does. What is damaged in the middle is passed over, unless nothing else comes.
    @available(*, noasync)
    func next() throws(CodecError) -> UnsafeBufferPointer<Float>? {
        let deadline = MediaTime.now() + limits.read + Self.grace
        while true {
            tellLooping()
            switch try report(until: deadline) {
            case .samples(let bytes): return taken(bytes)
            // The resampler may hold some of it back for the next pass.
            case .pass(let count): passSampleFrames = max(1, min(count, received + Int64(AudioFormat.sampleRateHertz)))
            case .finished: return nil
            case .failed(let trouble, let text): throw failure(trouble, text)
            case .opened: throw nonsense("it opened twice")
            }
        }
    }

    private func taken(_ bytes: UnsafeRawBufferPointer) -> UnsafeBufferPointer<Float> {
        let count = bytes.count / MemoryLayout<Float>.stride
        for index in 0..<count {
            let value = bytes.loadUnaligned(fromByteOffset: index * MemoryLayout<Float>.stride, as: Float.self)
            checked.samples[index] = value.isNaN ? 0 : min(max(value, -Self.loudest), Self.loudest)
        }
        received += Int64(count / AudioFormat.channels)
        return UnsafeBufferPointer(rebasing: checked.samples[..<count])
    }

    // MARK: Asking

    private func ask(_ file: consuming OwnedDescriptor?) throws(CodecError) {
        let request = DecodingRequest(
            location: location.text, isFile: location.isFile, isLooping: isLooping, openMilliseconds: Self.milliseconds(limits.open),
            readMilliseconds: Self.milliseconds(limits.read), proxy: Self.variable("http_proxy"), noProxy: Self.variable("no_proxy"))
        guard request.encode(into: message) else { throw Self.failure(location, .notReadable, "has a name that is too long") }
        let number = file?.number
        do throws(SystemError) { try process.send(message.bytes, descriptor: number) } catch {
            throw Self.failure(location, .system, "cannot be played: its decoder cannot be asked: \(error)", error.number)
        }
    }

    private func awaitOpening() throws(CodecError) {
        let deadline = MediaTime.now() + limits.open + Self.grace
        switch try report(until: deadline) {
        case .opened(let nanoseconds): duration = nanoseconds > 0 ? .nanoseconds(nanoseconds) : nil
        case .failed(let trouble, let text): throw failure(trouble, text)
        case .samples, .pass, .finished: throw nonsense("it began before it had opened anything")
        }
    }

    /// Again with the next samples if it cannot be told now.
    private func tellLooping() {
        guard isLooping != toldLooping else { return }
        DecodingRequest.encode(looping: isLooping, into: message)
        do throws(SystemError) {
            try process.send(message.bytes)
            toldLooping = isLooping
        } catch {}
    }

    private func report(until deadline: MediaTime) throws(CodecError) -> DecoderReport {
        while true {
            if isCancelled() { throw Self.failure(location, .interrupted, "was stopped") }
            switch process.next(until: deadline, or: wakeup) {
            case .packet(let bytes): do throws(WireError) { return try DecoderReport(decoding: bytes) } catch { throw nonsense("\(error)") }
            case .woken: continue
            case .late: throw Self.failure(location, .interrupted, "stopped: its decoder does not answer")
            case .ended(let why): throw Self.failure(location, .library, "cannot be played on: its decoder has ended (\(why))")
            }
        }
    }

    // MARK: Failures

    private func nonsense(_ what: String) -> CodecError {
        Self.failure(location, .library, "cannot be played on: its decoder cannot be understood (\(what))")
    }

    private func failure(_ trouble: AudioTrouble, _ text: String) -> CodecError {
        let code: CodecError.Code =
            switch trouble {
            case .notAudio: .notSound
            case .damaged: .damaged
            case .notReadable: .notReadable
            case .notAvailable: .notAvailable
            case .interrupted: .interrupted
            case .system: .system
            case .library: .library
            }
        return Self.failure(location, code, text)
    }

    private static func failure(_ location: AudioLocation, _ code: CodecError.Code, _ text: String, _ number: Int32 = 0) -> CodecError {
        CodecError(code, operation: "music", message: "'\(location)' \(text)", systemNumber: number)
    }

    private static func milliseconds(_ span: Duration) -> UInt32 { UInt32(clamping: Int64(clamping: span.inMilliseconds)) }

    private static func variable(_ name: String) -> String { getenv(name).map { String(cString: $0) } ?? "" }
}
