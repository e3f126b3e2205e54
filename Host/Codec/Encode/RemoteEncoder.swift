import CLibAV
import Frames
import Picture
import Platform

/// An encoder in a process of its own, since drivers crash and hang: what ends it, takes too long or makes no sense is an error here. What changed
/// of a picture is copied into memory that both share; the process encodes it while the caller waits. Belongs to one thread.
final class RemoteEncoder: PictureEncoder {
    private(set) var stream: StreamDescription
    private let process: EncoderProcess
    private let memory: EncoderMemory
    private let settings: VideoSettings
    private let limit: Duration
    private let packet: UnsafeMutablePointer<AVPacket>
    /// Sent with the next picture.
    private var rate: (bitsPerSecond: Int, stretch: Double)?
    /// Whether the memory has the picture of the call before.
    private var hasPicture = false
    /// Pictures that have not come out.
    private var waiting = 0
    private var newest: Int64 = 0
    private var lastDecoding = Int64.min

    /// How far before its first picture a stream that is reordered may begin.
    private static let mostDelay = 10 * Ticks.perSecond

    /// - Throws: why the encoder does not open; `.interrupted` when it takes too long.
    init(_ settings: VideoSettings, in program: EncoderProgram) throws(CodecError) {
        guard let coding = EncoderName.all.first(where: { $0.library == settings.encoder })?.coding else {
            throw CodecError(.notAvailable, operation: "encoder", message: "libavcodec has no video encoder named \"\(settings.encoder)\"")
        }
        (self.settings, limit) = (settings, program.limit)
        let deadline = MediaTime.now() + program.openingLimit
        do throws(SystemError) {
            memory = try EncoderMemory(for: settings.size)
            process = try EncoderProcess(program)
        } catch { throw CodecError(.system, operation: "open", message: "it could not be started: \(error)", systemNumber: error.number) }
        try process.send(try EncoderOpening(settings).message(), descriptor: memory.descriptor)
        guard case .made(let entries, let headerBytes?) = try Self.answer(process, memory, by: deadline), entries.isEmpty else {
            throw process.fail(MessageFields.wrong)
        }
        stream = try StreamDescription(coding, settings, header: Array(memory.results[..<headerBytes]))
        packet = try libavObject("av_packet_alloc", av_packet_alloc())
    }

    deinit {
        var packet: UnsafeMutablePointer<AVPacket>? = packet
        av_packet_free(&packet)
    }

    var processID: Int32 { process.processID }

    func encode(_ picture: I420View, changed: Damage?, ticks: Int64, isKeyframe: Bool, emit: Emit) throws(CodecError) {
        memory.picture.copy(from: picture, changed: hasPicture ? changed : nil)
        var command = EncoderCommand(.encode)
        (command.ticks, command.isKeyframe) = (ticks, isKeyframe)
        if let rate { (command.bitsPerSecond, command.stretch) = (rate.bitsPerSecond, rate.stretch) }
        (hasPicture, newest, waiting) = (false, ticks, waiting + 1)
        try run(command, emit)
        (hasPicture, rate) = (true, nil)
    }

    func flush(emit: Emit) throws(CodecError) { try run(EncoderCommand(.flush), emit) }

    func setBitRate(_ bitsPerSecond: Int, stretch: Double) { rate = (bitsPerSecond, stretch) }

    func setEffort(_ preset: String) {}

    private func run(_ command: EncoderCommand, _ emit: Emit) throws(CodecError) {
        try process.send(command.words)
        guard case .made(let entries, let headerBytes) = try Self.answer(process, memory, by: .now() + limit) else { return }
        if let headerBytes {
            let first = entries.reduce(0) { $0 + $1.byteCount }
            stream = try StreamDescription(stream.coding, settings, header: Array(memory.results[first..<first + headerBytes]))
        }
        for entry in entries {
            guard isPossible(entry) else { throw process.fail(MessageFields.wrong) }
            (waiting, lastDecoding) = (waiting - 1, entry.dts)
        }
        var offset = 0
        for entry in entries {
            try libav("av_new_packet", av_new_packet(packet, Int32(clamping: entry.byteCount)))
            defer { av_packet_unref(packet) }
            UnsafeMutableRawPointer(packet.pointee.data).copyMemory(from: memory.results.baseAddress! + offset, byteCount: entry.byteCount)
            offset += entry.byteCount
            (packet.pointee.pts, packet.pointee.dts) = (entry.pts, entry.dts)
            if entry.isKeyframe { packet.pointee.flags |= AV_PKT_FLAG_KEY }
            try emit(packet)
        }
    }

    /// No more packets than pictures, none from the future, in the order of decoding.
    private func isPossible(_ entry: EncoderAnswer.Entry) -> Bool {
        waiting > 0 && entry.pts >= 0 && entry.pts <= newest && entry.dts <= entry.pts && entry.dts > lastDecoding && entry.dts >= -Self.mostDelay
    }

    /// - Throws: what the process says of the encoder, beside what became of the process.
    private static func answer(_ process: EncoderProcess, _ memory: EncoderMemory, by deadline: MediaTime) throws(CodecError) -> EncoderAnswer {
        let message = try process.answer(by: deadline)
        let answer: EncoderAnswer
        do throws(CodecError) { answer = try EncoderAnswer(message, room: memory.results.count) } catch { throw process.fail(error) }
        guard case .failed(let byteCount) = answer else { return answer }
        // It may yet change under the eyes of who reads it.
        throw CodecError(.library, operation: "encode", message: DriverText.harmless(Array(memory.results[..<byteCount])))
    }
}
