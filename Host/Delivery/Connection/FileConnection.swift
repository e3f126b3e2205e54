import Codec
import Glibc
public import Platform
public import Protocols
import Synchronization

/// A file, a device, or a pipe that another program reads. What is written is the kernel's at once, so that it outlives this process.
public final class FileConnection: ByteConnection, @unchecked Sendable {
    // @unchecked: `descriptor` belongs to the target's thread; the rest is constant, atomic or for any thread.
    /// Who may read a file that is made.
    public enum Readers: UInt32, Sendable {
        /// The user alone: recordings.
        case owner = 0o600
        /// Anyone who may enter the folder: what a web server offers.
        case anyone = 0o644
    }

    private let path: String
    private let shownPath: String
    private let overwrites: Bool
    private let readers: Readers
    private var descriptor: Int32 = -1
    /// close(2), and in tests what fails like it; set before the file is released.
    var closeFile: (Int32) -> Int32 = { Glibc.close($0) }
    private let isOpen = Atomic<Bool>(false)
    private let isRegular = Atomic<Bool>(true)
    private let limit = CallLimit()
    private static let lookInterval = Duration.milliseconds(50)

    /// - Parameters:
    ///   - overwrites: false refuses a file that exists with `.exists`, so that no recording is lost.
    ///   - shownPath: for messages; `nil` for the path itself.
    public init(path: String, overwrites: Bool, readers: Readers = .owner, shownPath: String? = nil) {
        (self.path, self.overwrites, self.readers, self.shownPath) = (path, overwrites, readers, shownPath ?? path)
    }

    deinit { if descriptor >= 0 { Glibc.close(descriptor) } }

    public var phase: ConnectionPhase { isOpen.load(ordering: .relaxed) ? .connected : .closed }
    public var unsentBytes: Int? { 0 }
    /// A pipe is written from its beginning to its end.
    public var isSeekable: Bool { isRegular.load(ordering: .relaxed) }

    public func open(until deadline: MediaTime) throws(DeliveryError) { try open(until: deadline) { true } }

    /// - Parameter isWanted: asked while a pipe has no reader; false ends the wait.
    func open(until deadline: MediaTime, isWanted: () -> Bool) throws(DeliveryError) {
        // Without O_NONBLOCK a pipe without a reader would hold this thread until there is one.
        let flags = O_WRONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK | (overwrites ? O_TRUNC : O_EXCL)
        while true {
            do throws(SystemError) {
                descriptor = try systemCall("open") { Glibc.open(path, flags, readers.rawValue) }
                break
            } catch {
                guard error.number != EEXIST else {
                    throw DeliveryError(.exists, "\(shownPath) exists: choose another name, or allow it to be overwritten")
                }
                guard error.number == ENXIO else { throw failure(error) }
                guard isWanted(), MediaTime.now() < limit.cut(deadline) else {
                    throw DeliveryError(.notWritable, "\(shownPath) is a pipe that no program reads: start its reader first", cause: error)
                }
                limit.pause(until: min(deadline, .now() + Self.lookInterval))
            }
        }
        var facts = stat()
        isRegular.store(fstat(descriptor, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG, ordering: .relaxed)
        // One that is written to anew may have been for others to read.
        if overwrites, isSeekable { fchmod(descriptor, readers.rawValue) }
        isOpen.store(true, ordering: .relaxed)
    }

    public func write(_ bytes: UnsafeRawBufferPointer, until deadline: MediaTime) throws(DeliveryError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            do throws(SystemError) {
                let count = try systemCall("write") { Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count) }
                rest = rest.dropFirst(count)
            } catch {
                guard error.number == EAGAIN else { throw failure(error) }
                try waitForReader(until: deadline)
            }
        }
    }

    /// A pipe's reader is slower than what comes.
    private func waitForReader(until deadline: MediaTime) throws(DeliveryError) {
        let hasRoom = limit.wait(until: deadline) { time in
            var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            return pollUntil(time, &entry, 1) > 0
        }
        guard !hasRoom else { return }
        throw DeliveryError(.timedOut, "\(shownPath): the program that reads this pipe accepts no more data")
    }

    /// Puts what is written onto the disk from a thread of its own; `nil` for what is on none.
    func makeSync() throws(DeliveryError) -> FileSync? {
        guard isSeekable else { return nil }
        do throws(SystemError) { return try FileSync(of: descriptor) } catch { throw failure(error) }
    }

    public func seek(toByte offset: Int) throws(DeliveryError) {
        do throws(SystemError) { try systemCall("lseek") { lseek(descriptor, offset, SEEK_SET) } } catch { throw failure(error) }
    }

    public func close(until deadline: MediaTime) {
        try? release()  // what matters is ended with `release`, or has an error of its own
    }

    /// Lets go of the file, whatever is thrown.
    ///
    /// - Throws: what its disk refused: one across a network may say so only now, and to the first that closes.
    func release() throws(DeliveryError) {
        guard descriptor >= 0 else { return }
        let released = descriptor
        descriptor = -1
        isOpen.store(false, ordering: .relaxed)
        // The descriptor is gone after EINTR too.
        guard closeFile(released) < 0, errno != EINTR else { return }
        throw failure(SystemError(operation: "close", number: errno))
    }

    /// Nothing here waits for anyone but the disk, and a pipe's reader.
    public func end(by time: MediaTime) { limit.end(by: time) }

    /// Others see from now on that the file is being written.
    func hold() { if isSeekable { FileHold.hold(descriptor) } }

    /// Sets an attribute of the file (xattr(7)). False where its file system has none, and for what is no file.
    func setAttribute(_ name: String, _ value: String) -> Bool {
        FileAttribute.set(name, value, of: descriptor)
    }

    /// What its file system has left for us; `nil` where it does not say.
    var freeBytes: Int? { FreeSpace.bytes(of: descriptor) }

    func failure(_ error: SystemError) -> DeliveryError {
        switch error.number {
        case EFBIG:
            DeliveryError(
                .diskFull, "\(shownPath) may not grow any larger here; it ends and plays up to this point: one that is split goes on in a new file")
        case ENOSPC, EDQUOT:
            // A device holds no recording.
            DeliveryError(
                .diskFull, "\(shownPath): \(error.reason)" + (isSeekable ? "; the recording ends here and plays up to this point" : ""),
                cause: error)
        case EIO, EBADF:
            DeliveryError(.lost, "\(shownPath): \(error.reason)", cause: error)
        default:
            DeliveryError(.notWritable, "\(shownPath) cannot be written: \(error.reason)", cause: error)
        }
    }
}
