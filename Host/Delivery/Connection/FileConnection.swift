import Glibc
public import Platform
public import Protocols
import Synchronization

/// A recording. What is written is the kernel's at once, so that it outlives this process.
public final class FileConnection: ByteConnection, @unchecked Sendable {
    // @unchecked: `descriptor` belongs to the target's thread; the rest is constant or atomic.
    private let path: String
    private let shownPath: String
    private let overwrites: Bool
    private var descriptor: Int32 = -1
    private let isOpen = Atomic<Bool>(false)

    /// - Parameters:
    ///   - overwrites: false refuses a file that exists with `.exists`, so that no recording is lost.
    ///   - shownPath: for messages; `nil` for the path itself.
    public init(path: String, overwrites: Bool, shownPath: String? = nil) {
        (self.path, self.overwrites, self.shownPath) = (path, overwrites, shownPath ?? path)
    }

    deinit { if descriptor >= 0 { Glibc.close(descriptor) } }

    public var phase: ConnectionPhase { isOpen.load(ordering: .relaxed) ? .connected : .closed }
    public var unsentBytes: Int? { 0 }
    public var isSeekable: Bool { true }

    public func open(until deadline: MediaTime) throws(DeliveryError) {
        let flags = O_WRONLY | O_CREAT | O_CLOEXEC | (overwrites ? O_TRUNC : O_EXCL)
        do throws(SystemError) {
            descriptor = try systemCall("open") { Glibc.open(path, flags, 0o644) }
            isOpen.store(true, ordering: .relaxed)
        } catch {
            guard error.number != EEXIST else {
                throw DeliveryError(.exists, "\(shownPath) exists: choose another name, or allow it to be overwritten (--overwrite)")
            }
            throw failure(error)
        }
    }

    public func write(_ bytes: UnsafeRawBufferPointer, until deadline: MediaTime) throws(DeliveryError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            do throws(SystemError) {
                let count = try systemCall("write") { Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count) }
                rest = rest.dropFirst(count)
            } catch {
                throw failure(error)
            }
        }
    }

    public func seek(toByte offset: Int) throws(DeliveryError) {
        do throws(SystemError) { try systemCall("lseek") { lseek(descriptor, offset, SEEK_SET) } } catch { throw failure(error) }
    }

    public func close(until deadline: MediaTime) {
        guard descriptor >= 0 else { return }
        Glibc.close(descriptor)
        descriptor = -1
        isOpen.store(false, ordering: .relaxed)
    }

    /// Nothing here waits for anyone but the disk.
    public func end(by time: MediaTime) {}

    /// What its file system has left for us; `nil` where it does not say.
    var freeBytes: Int? {
        var facts = statvfs()
        guard fstatvfs(descriptor, &facts) == 0, facts.f_blocks > 0 else { return nil }
        return Int(clamping: UInt64(facts.f_bavail).multipliedReportingOverflow(by: UInt64(facts.f_frsize)).partialValue)
    }

    private func failure(_ error: SystemError) -> DeliveryError {
        switch error.number {
        case EFBIG:
            DeliveryError(.diskFull, "\(shownPath) may not grow any larger here; it ends and plays up to this point: --split goes on in a new file")
        case ENOSPC, EDQUOT:
            DeliveryError(.diskFull, "\(shownPath): \(error.reason); the recording ends here and plays up to this point", cause: error)
        case EIO, EBADF:
            DeliveryError(.lost, "\(shownPath): \(error.reason)", cause: error)
        default:
            DeliveryError(.notWritable, "\(shownPath) cannot be written: \(error.reason)", cause: error)
        }
    }
}
