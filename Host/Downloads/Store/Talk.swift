import Glibc
public import Platform

/// A talk in the library, as it is at the moment.
public struct Talk: Sendable {
    public let folder: String
    public let manifest: TalkManifest

    /// `nil` where the folder has no manifest.
    init?(folder: String) {
        guard let manifest = TalkManifest.read(in: folder) else { return nil }
        (self.folder, self.manifest) = (folder, manifest)
    }

    /// The folder's name.
    public var name: String { String(folder.split(separator: "/").last ?? "") }

    /// Whether a process fetches it now.
    public var isBeingFetched: Bool { FileLock.holder(of: Self.lock(folder)) != nil }

    static func lock(_ folder: String) -> String { folder + "/.lock" }

    /// Deletes all of it.
    ///
    /// - Throws: `.inUse` while it is being fetched, `.disk`.
    public func remove() throws(DownloadError) {
        guard !isBeingFetched else { throw DownloadError(.inUse, "'\(manifest.title)' is being fetched: stop that first") }
        // The manifest last: what is left of a removal that failed can be removed again.
        let names = fileNames(in: folder).filter { $0 != TalkManifest.fileName }
        for name in names {
            let path = folder + "/" + name
            for inner in fileNames(in: path) { unlink(path + "/" + inner) }
            if unlink(path) != 0 { rmdir(path) }
        }
        unlink(folder + "/" + TalkManifest.fileName)
        do throws(SystemError) { try systemCall("rmdir") { rmdir(folder) } } catch { throw DownloadError(error, folder) }
    }
}
