import Codec
import Glibc
import Platform

/// One file of a recording.
///
/// It has its name from its first byte on, and no one else's file loses its own: a new file is made in one step, or not at all
/// if there is one; one that may be replaced stays until the new one has a header, and then gives way in one step.
final class RecordingFile {
    let path: String
    private let file: FileConnection
    /// Beside `path`, until the header is there; `nil` once the file has its name.
    private var temporary: String?
    /// Whether there was no such file before.
    private let isNew: Bool
    private var isBegun = false
    private(set) var sync: FileSync?

    /// - Parameters:
    ///   - deadline: for a pipe that has no reader yet.
    ///   - isWanted: asked meanwhile.
    /// - Throws: `.taken` for a file that is being recorded; `.exists` for one that may not be replaced, or in whose place for the time until
    ///   the header is there something lies.
    init(_ path: String, replacing: Bool, until deadline: MediaTime, isWanted: () -> Bool) throws(DeliveryError) {
        self.path = path
        var facts = stat()
        let exists = lstat(path, &facts) == 0
        // A device, a pipe and what lies behind a link is written to, not replaced.
        let isPlain = exists && facts.st_mode & S_IFMT == S_IFREG
        isNew = !exists
        // In a folder that others may write to it may lead to a file that they can read.
        guard !exists || facts.st_mode & S_IFMT != S_IFLNK || facts.st_uid == geteuid() else {
            throw DeliveryError(.notWritable, "\(path) is a link that another user made: remove it, or choose another name")
        }
        guard !replacing || !FileHold.isHeld(path) else {
            throw DeliveryError(.taken, "\(path) is being recorded now: choose another name, or end that recording")
        }
        let hidden = replacing && isPlain ? Self.hidden(path) : nil
        temporary = hidden
        file = FileConnection(path: hidden ?? path, overwrites: replacing && exists && !isPlain, shownPath: path)
        do throws(DeliveryError) { try file.open(until: deadline, isWanted: isWanted) } catch {
            guard error.code == .exists, let hidden else { throw error }
            throw DeliveryError(.exists, "\(path) cannot be replaced: \(hidden) is in the way: remove that first", cause: error)
        }
        file.hold()
        do throws(DeliveryError) { sync = try file.makeSync() } catch {
            close()
            throw error
        }
    }

    var connection: FileConnection { file }

    /// The header is written: from now on the name means this file.
    func settle() throws(DeliveryError) {
        isBegun = true
        guard let temporary else { return }
        do throws(SystemError) { try systemCall("rename") { rename(temporary, path) } } catch {
            throw DeliveryError(.notWritable, "\(path) cannot be replaced: \(error.reason)", cause: error)
        }
        self.temporary = nil
    }

    /// A piece that plays is complete: it goes to the disk. Does not wait for it.
    ///
    /// - Throws: what the disk refused of those before.
    func syncPiece() throws(DeliveryError) {
        if let failure = sync?.failure { throw file.failure(failure) }
        sync?.request()
    }

    /// All is written: puts it onto the disk, until `deadline` at most.
    ///
    /// - Throws: what the disk refused.
    func finish(until deadline: MediaTime) throws(DeliveryError) {
        var refusal: DeliveryError?
        do throws(DeliveryError) { try file.release() } catch { refusal = error }
        if let sync {
            self.sync = nil
            sync.finish(until: deadline)
            if let failure = sync.failure { refusal = refusal ?? file.failure(failure) }
        }
        if let refusal { throw refusal }
    }

    func close() {
        file.close(until: .zero)
        sync?.finish(until: .zero)
        sync = nil
        // Never begun: what was there stays, what was not is not.
        if let temporary { unlink(temporary) }
        if isNew, !isBegun { unlink(path) }
        temporary = nil
    }

    private static func hidden(_ path: String) -> String {
        let start = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        return path[..<start] + "." + path[start...] + ".\(getpid()).new"
    }
}
