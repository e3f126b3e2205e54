import CMedia
import Glibc
import Platform

/// A pipe that libavformat reads from without blocking for ever: ten times a second it checks whether to end.
final class PipeInput {
    private static let bufferBytes: Int32 = 64 * 1024

    /// Lent to libavformat; owned by this object, which has to outlive the container.
    private(set) var context: UnsafeMutablePointer<AVIOContext>?
    private let descriptor: Int32
    private let patience: Patience

    /// - Parameter descriptor: stays open.
    init(descriptor: Int32, patience: Patience) {
        (self.descriptor, self.patience) = (descriptor, patience)
        let buffer = av_malloc(Int(Self.bufferBytes))?.assumingMemoryBound(to: UInt8.self)
        context = avio_alloc_context(
            buffer, Self.bufferBytes, 0, Unmanaged.passUnretained(self).toOpaque(),
            { Unmanaged<PipeInput>.fromOpaque($0!).takeUnretainedValue().read(into: $1, $2) }, nil, nil)
        context?.pointee.seekable = 0
    }

    deinit {
        // libavformat may have exchanged the buffer.
        av_free(context?.pointee.buffer)
        avio_context_free(&context)
    }

    private func read(into buffer: UnsafeMutablePointer<UInt8>?, _ count: Int32) -> Int32 {
        while !patience.isOver {
            var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard pollUntil(.now() + .milliseconds(100), &entry, 1) > 0 else { continue }
            let taken = Glibc.read(descriptor, buffer, Int(count))
            if taken > 0 { return Int32(taken) }
            if taken == 0 { return cmedia_error_end }
            guard errno == EINTR || errno == EAGAIN else { return -errno }
        }
        return cmedia_error_exit
    }
}
