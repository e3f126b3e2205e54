import CMedia
import Glibc

/// An open file that libavformat reads and seeks in: it opens none itself.
final class FileInput {
    private static let bufferBytes: Int32 = 64 * 1024

    /// Lent to libavformat; owned by this object, which has to outlive the container.
    private(set) var context: UnsafeMutablePointer<AVIOContext>?
    private let descriptor: Int32
    private let patience: Patience

    /// Begins at its first byte, wherever an earlier one ended.
    /// - Parameter descriptor: stays open.
    init(descriptor: Int32, patience: Patience) {
        (self.descriptor, self.patience) = (descriptor, patience)
        lseek(descriptor, 0, SEEK_SET)
        let buffer = av_malloc(Int(Self.bufferBytes))?.assumingMemoryBound(to: UInt8.self)
        context = avio_alloc_context(
            buffer, Self.bufferBytes, 0, Unmanaged.passUnretained(self).toOpaque(),
            { Unmanaged<FileInput>.fromOpaque($0!).takeUnretainedValue().read(into: $1, $2) }, nil,
            { Unmanaged<FileInput>.fromOpaque($0!).takeUnretainedValue().seek($1, $2) })
    }

    deinit {
        // libavformat may have exchanged the buffer.
        av_free(context?.pointee.buffer)
        avio_context_free(&context)
    }

    private func read(into buffer: UnsafeMutablePointer<UInt8>?, _ count: Int32) -> Int32 {
        while !patience.isOver {
            let taken = Glibc.read(descriptor, buffer, Int(count))
            if taken > 0 { return Int32(taken) }
            if taken == 0 { return cmedia_error_end }
            guard errno == EINTR else { return -errno }
        }
        return cmedia_error_exit
    }

    private func seek(_ offset: Int64, _ whence: Int32) -> Int64 {
        if whence & AVSEEK_SIZE != 0 {
            let here = lseek(descriptor, 0, SEEK_CUR)
            defer { lseek(descriptor, here, SEEK_SET) }
            return Int64(lseek(descriptor, 0, SEEK_END))
        }
        let position = lseek(descriptor, off_t(offset), whence & ~AVSEEK_FORCE)
        return position < 0 ? Int64(-errno) : Int64(position)
    }
}
