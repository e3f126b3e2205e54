import CMedia
import Glibc
import Platform

/// A file that is open, as libavformat reads it: from any place, or from its start to its end. A pipe does not block it for ever: ten times a
/// second it checks whether to end.
final class DescriptorInput {
    private static let bufferBytes: Int32 = 64 * 1024

    /// Lent to libavformat; owned by this object, which has to outlive the container.
    private(set) var context: UnsafeMutablePointer<AVIOContext>?
    private let file: MediaFile
    private let patience: Patience
    /// Where the next byte is read, of a file that has places. The descriptor's own place is shared with other processes.
    private var position: Int64 = 0

    init(_ file: MediaFile, patience: Patience) {
        (self.file, self.patience) = (file, patience)
        let buffer = av_malloc(Int(Self.bufferBytes))?.assumingMemoryBound(to: UInt8.self)
        context = avio_alloc_context(
            buffer, Self.bufferBytes, 0, Unmanaged.passUnretained(self).toOpaque(),
            { Unmanaged<DescriptorInput>.fromOpaque($0!).takeUnretainedValue().read(into: $1, Int($2)) }, nil,
            file.isSeekable ? { Unmanaged<DescriptorInput>.fromOpaque($0!).takeUnretainedValue().seek($1, whence: $2) } : nil)
    }

    deinit {
        // libavformat may have exchanged the buffer.
        av_free(context?.pointee.buffer)
        avio_context_free(&context)
    }

    private func read(into buffer: UnsafeMutablePointer<UInt8>?, _ count: Int) -> Int32 {
        while !patience.isOver {
            let taken: Int
            if file.isSeekable {
                taken = pread(file.descriptor, buffer, count, off_t(position))
            } else {
                var entry = pollfd(fd: file.descriptor, events: Int16(POLLIN), revents: 0)
                guard pollUntil(.now() + .milliseconds(100), &entry, 1) > 0 else { continue }
                taken = Glibc.read(file.descriptor, buffer, count)
            }
            if taken > 0 {
                position += Int64(taken)
                return Int32(taken)
            }
            if taken == 0 { return cmedia_error_end }
            guard errno == EINTR || errno == EAGAIN else { return -errno }
        }
        return cmedia_error_exit
    }

    private func seek(_ offset: Int64, whence: Int32) -> Int64 {
        // Not fstat(2), which some versions of glibc carry out by a call that names files.
        let end = Int64(lseek(file.descriptor, 0, SEEK_END))
        guard end >= 0 else { return Int64(-errno) }
        switch whence & ~AVSEEK_FORCE {
        case AVSEEK_SIZE: return end
        case SEEK_SET: return move(to: offset, plus: 0)
        case SEEK_CUR: return move(to: position, plus: offset)
        case SEEK_END: return move(to: end, plus: offset)
        default: return Int64(-EINVAL)
        }
    }

    private func move(to place: Int64, plus offset: Int64) -> Int64 {
        let (sum, isTooFar) = place.addingReportingOverflow(offset)
        guard !isTooFar, sum >= 0 else { return Int64(-EINVAL) }
        position = sum
        return sum
    }
}
