import CLibAV
import Glibc
import Platform

/// The other side of a `RemoteEncoder`: an encoder in this process, for the host at the other end of standard input.
public enum EncoderServer {
    /// The command of `splitcast` that is one.
    public static let command = "run-encoder"

    /// Encodes until the host hangs up, and ends the process then: what a driver still has, the kernel takes from it.
    ///
    /// On the program's first thread: drivers expect its stack, and the encoder's threads inherit the niceness that the host's has.
    /// - Throws: `.invalidSetting` where standard input is no host's socket.
    @available(*, noasync)
    public static func run() throws(CodecError) -> Never {
        guard let socket = PacketSocket.standardInput() else {
            throw CodecError(.invalidSetting, operation: "standard input", message: "this command is for hosts: see 'splitcast encoders'")
        }
        serve(socket)
        fflush(nil)
        _exit(0)
    }

    private static func serve(_ socket: PacketSocket) {
        LibAVLog.keep()
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: PacketSocket.largestPacketBytes, alignment: 16)
        defer { buffer.deallocate() }
        var passed: OwnedDescriptor?
        do {
            guard let opening = try receive(socket, buffer, &passed) else { return }
            let settings = try EncoderOpening(opening).settings()
            guard let file = passed.take() else { return }
            let memory = try EncoderMemory(opening: file, for: settings.size)
            var results = EncoderResults(memory)
            let encoder: any PictureEncoder
            do throws(CodecError) { encoder = try VideoEncoder.local(settings) } catch {
                return try send(results.failure(error), to: socket)
            }
            try send(results.answer(of: encoder), to: socket)
            while let message = try receive(socket, buffer, &passed) {
                let command = try EncoderCommand(message)
                results.begin()
                do throws(CodecError) {
                    try carryOut(command, encoder, memory) { (packet) throws(CodecError) in try results.add(packet) }
                    try send(results.answer(of: encoder), to: socket)
                } catch { try send(results.failure(error), to: socket) }
            }
        } catch {}  // the host is gone, or is none: it needs no answer
    }

    private static func carryOut(
        _ command: EncoderCommand, _ encoder: any PictureEncoder, _ memory: EncoderMemory, emit: PictureEncoder.Emit
    ) throws(CodecError) {
        guard command.kind == .encode else { return try encoder.flush(emit: emit) }
        if command.bitsPerSecond > 0 { try encoder.setBitRate(command.bitsPerSecond, stretch: command.stretch) }
        try encoder.encode(memory.picture, changed: nil, ticks: command.ticks, isKeyframe: command.isKeyframe, emit: emit)
    }

    /// The next message, valid until the next call; `nil` when the host has hung up.
    private static func receive(
        _ socket: PacketSocket, _ buffer: UnsafeMutableRawBufferPointer, _ passed: inout OwnedDescriptor?
    ) throws(SystemError) -> UnsafeRawBufferPointer? {
        guard case .packet(let count, _) = try socket.receive(into: buffer, passed: &passed) else { return nil }
        return UnsafeRawBufferPointer(rebasing: buffer[..<count])
    }

    private static func send(_ answer: EncoderAnswer, to socket: PacketSocket) throws(CodecError) {
        do throws(SystemError) { try socket.send(answer.words) } catch {
            throw CodecError(.ended, operation: "answer", message: "the host is gone")
        }
    }
}
