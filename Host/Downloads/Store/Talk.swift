import Glibc
public import Platform

/// A talk in the library, as it is at the moment.
public struct Talk: Sendable {
    public let folder: String
    public let manifest: TalkManifest

    /// `nil` where the folder has no manifest.
    init?(folder: String) {
        guard let manifest = TalkManifest.read(in: folder) else { return nil }
        (self.folder, self.manifest) = (folder, manifest.counted(in: folder))
    }

    /// The folder's name.
    public var name: String { String(folder.split(separator: "/").last ?? "") }

    /// Whether a process fetches it now.
    public var isBeingFetched: Bool { FileLock.holder(of: Self.lock(folder)) != nil }

    static func lock(_ folder: String) -> String { folder + "/.lock" }

    /// Deletes all of it, and nothing that a symbolic link in it leads to.
    ///
    /// - Throws: `.inUse` while it is being fetched, `.disk`.
    public func remove() throws(DownloadError) {
        guard !isBeingFetched else { throw DownloadError(.inUse, "'\(manifest.title)' is being fetched: stop that first") }
        do throws(SystemError) {
            guard let opened = try Self.open(folder, in: AT_FDCWD) else {
                try systemCall("unlink") { unlink(folder) }
                return
            }
            defer { close(opened) }
            // The manifest last: what is left of a removal that failed can be removed again.
            for name in fileNames(in: folder) where name != TalkManifest.fileName { try Self.remove(name, in: folder, opened) }
            unlinkat(opened, TalkManifest.fileName, 0)
            try systemCall("rmdir") { rmdir(folder) }
        } catch { throw DownloadError(error, folder) }
    }

    /// Deletes the tracks of an earlier choice: of a talk that is complete, what its manifest does not name.
    static func removeOldTracks(in folder: String, _ manifest: TalkManifest) throws(SystemError) {
        guard let opened = try open(folder, in: AT_FDCWD) else { return }
        defer { close(opened) }
        let kept = Set(manifest.tracks.map(\.folder))
        for name in fileNames(in: folder) where !kept.contains(name) && LocalName.isTrack(name) { try remove(name, in: folder, opened) }
    }

    /// A file, or a folder with its files.
    private static func remove(_ name: String, in folder: String, _ opened: Int32) throws(SystemError) {
        guard let inner = try open(name, in: opened) else {
            unlinkat(opened, name, 0)
            return
        }
        for file in fileNames(in: folder + "/" + name) { unlinkat(inner, file, 0) }
        close(inner)
        unlinkat(opened, name, AT_REMOVEDIR)
    }

    /// A directory; `nil` for what is none, also for a link to one.
    private static func open(_ name: String, in directory: Int32) throws(SystemError) -> Int32? {
        let opened = openat(directory, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard opened < 0 else { return opened }
        guard errno == ENOTDIR || errno == ELOOP || errno == ENOENT else { throw SystemError(operation: "openat", number: errno) }
        return nil
    }
}
