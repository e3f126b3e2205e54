import AgentProtocol
import Glibc

/// Where `audio push` reads samples: a file, a pipe, or standard input. One thread.
final class SampleInput {
    let descriptor: Int32
    private let isOwned: Bool
    private let format: PCMFormat
    private let bytes: UnsafeMutableRawBufferPointer
    private var filled = 0
    private(set) var isAtEnd = false

    /// - Parameter path: `-` is standard input.
    init(_ path: String, _ format: PCMFormat) throws(CommandFailure) {
        self.format = format
        // 20 ms a block.
        bytes = .allocate(byteCount: max(1, format.sampleRateHertz / 50) * format.bytesPerSampleFrame, alignment: 16)
        (descriptor, isOwned) = path == "-" ? (STDIN_FILENO, false) : (try Self.open(path), true)
    }

    deinit {
        if isOwned { close(descriptor) }
        bytes.deallocate()
    }

    /// Whole sample frames that are there; the rest of an odd read is kept for the next.
    var block: UnsafeRawBufferPointer {
        let whole = filled - filled % format.bytesPerSampleFrame
        return UnsafeRawBufferPointer(rebasing: bytes[..<whole])
    }

    /// Something to send: a full block, or all that is left at the end.
    var isReady: Bool { filled == bytes.count || isAtEnd && !block.isEmpty }

    /// Bytes at the very end that make no whole sample frame.
    var bytesLeftOver: Int { filled % format.bytesPerSampleFrame }

    /// Reads once, which waits unless the descriptor was said to be readable.
    func read() throws(CommandFailure) {
        guard filled < bytes.count, !isAtEnd else { return }
        let count = Glibc.read(descriptor, bytes.baseAddress! + filled, bytes.count - filled)
        if count < 0, errno == EINTR || errno == EAGAIN { return }
        guard count >= 0 else { throw CommandFailure(.failed, "cannot read the samples: \(String(cString: strerror(errno)))") }
        filled += count
        isAtEnd = count == 0
    }

    /// The block was sent.
    func drop() {
        let rest = bytesLeftOver
        bytes.baseAddress!.copyMemory(from: bytes.baseAddress! + (filled - rest), byteCount: rest)
        filled = rest
    }

    private static func open(_ path: String) throws(CommandFailure) -> Int32 {
        func wrong(_ text: String) -> CommandFailure { CommandFailure(.failed, "'\(path)' \(text)") }
        // Does not wait for a process at a pipe's other end.
        let made = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard made >= 0 else { throw wrong("cannot be read: \(String(cString: strerror(errno)))") }
        var facts = stat()
        guard fstat(made, &facts) == 0, facts.st_mode & S_IFMT != S_IFDIR else {
            close(made)
            throw wrong("is a folder: give a file of raw samples, or - for standard input")
        }
        var start = [UInt8](repeating: 0, count: 4)
        if facts.st_mode & S_IFMT == S_IFREG, pread(made, &start, 4, 0) == 4, let kind = kind(start) {
            close(made)
            throw wrong(
                "is \(kind), not raw samples: 'splitcast music play' plays it, or decode it: "
                    + "ffmpeg -i … -f s16le - | splitcast audio push -")
        }
        return made
    }

    /// What people give by mistake, by its first bytes: it would be noise at full level.
    private static func kind(_ start: [UInt8]) -> String? {
        switch String(decoding: start, as: UTF8.self) {
        case "RIFF": "a WAV file"
        case "OggS": "an Ogg file"
        case "fLaC": "a FLAC file"
        case let text where text.hasPrefix("ID3"): "an MP3 file"
        default: nil
        }
    }
}
