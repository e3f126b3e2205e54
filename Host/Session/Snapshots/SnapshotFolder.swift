import Delivery
import Glibc
import Platform

/// Where snapshots are written. Blocks as long as the disk takes.
enum SnapshotFolder {
    /// Of one second.
    private static let mostNames = 9999

    /// Writes a whole file, or none.
    ///
    /// - Parameter time: when the picture was shown, time(2).
    /// - Returns: the file's path.
    static func write(_ bytes: [UInt8], as request: SnapshotRequest, takenAt time: time_t) throws(DeliveryError) -> String {
        switch request.place {
        case .file(let path):
            let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
            do throws(SystemError) {
                var file = try newFile(in: folder, bytes)
                try file.name(path)
            } catch { throw failure(error, path) }
            return path
        case .folder(let folder):
            do throws(SystemError) {
                try make(folder)
                var file = try newFile(in: folder, bytes)
                let base = (folder.hasSuffix("/") ? folder : folder + "/") + "shot-" + text(of: time)
                for number in 1...mostNames {
                    let path = "\(base)-\(number).\(request.format.ending)"
                    do throws(SystemError) { try file.name(path) } catch {
                        guard error.number == EEXIST else { throw error }
                        continue
                    }
                    return path
                }
                throw SystemError(operation: "rename", number: EEXIST)
            } catch { throw failure(error, folder) }
        }
    }

    private static func newFile(in folder: String, _ bytes: [UInt8]) throws(SystemError) -> NewFile {
        // Typed errors do not pass `withUnsafeBytes`, nor do values that cannot be copied.
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
        defer { copy.deallocate() }
        copy.copyBytes(from: bytes)
        return try NewFile(in: folder, bytes: UnsafeRawBufferPointer(copy))
    }

    /// With those above it.
    private static func make(_ folder: String) throws(SystemError) {
        var facts = stat()
        if stat(folder, &facts) == 0 {
            guard facts.st_mode & S_IFMT == S_IFDIR else { throw SystemError(operation: "mkdir", number: ENOTDIR) }
            return
        }
        let path = folder.last == "/" ? String(folder.dropLast()) : folder
        if errno == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex { try make(String(path[..<slash])) }
        do throws(SystemError) { try systemCall("mkdir") { mkdir(path, 0o777) } } catch {
            // Another process may have been faster.
            guard error.number == EEXIST else { throw error }
        }
    }

    private static func failure(_ error: SystemError, _ path: String) -> DeliveryError {
        switch error.number {
        case EEXIST: DeliveryError(.exists, "\(path) exists: choose another name, or remove it first", cause: error)
        case ENOTDIR: DeliveryError(.notWritable, "\(path) is not in a folder, or no folder itself: choose another", cause: error)
        case ENOSPC, EDQUOT: DeliveryError(.diskFull, "no snapshot is left at \(path): \(error.reason): make room there", cause: error)
        default: DeliveryError(.notWritable, "no snapshot can be written to \(path): \(error.reason)", cause: error)
        }
    }

    /// "2026-11-24_011530", local time.
    static func text(of seconds: time_t) -> String {
        var (seconds, moment) = (seconds, tm())
        tzset()
        localtime_r(&seconds, &moment)
        var buffer = [CChar](repeating: 0, count: 64)
        strftime(&buffer, buffer.count, "%Y-%m-%d_%H%M%S", &moment)
        return buffer.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    }
}
