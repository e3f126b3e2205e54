import Glibc
import Platform
import Protocols

/// A directory of this machine.
final class SegmentFolder: SegmentStore, @unchecked Sendable {
    // @unchecked: `segment` belongs to the target's thread; the rest is constant.
    let stem: String
    private let directory: String
    private let count: ByteCount
    /// What is written, beside the name that it gets when it is whole.
    private var segment: (file: FileConnection, path: String)?
    private static let unfinished = ".tmp"

    /// - Parameter path: of the playlist.
    init(_ path: String, counting count: ByteCount) {
        self.count = count
        let slash = path.lastIndex(of: "/")
        directory = slash.map { String(path[...$0]) } ?? ""
        let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
        stem = String(name.dropLast(".m3u8".count))
    }

    var link: LinkFigures { LinkFigures() }

    func open(_ url: TargetURL, _ playlist: String, isFirst: Bool, until deadline: MediaTime, isWanted: () -> Bool) throws(DeliveryError) {
        guard isFirst else { return }
        try make()
        removeLeftovers()
    }

    /// With those above it. Where they are missing, they are made as the user's other folders are: others read what is in them.
    private func make() throws(DeliveryError) {
        var path = directory.hasPrefix("/") ? "" : "."
        for part in directory.split(separator: "/") {
            path += "/\(part)"
            do throws(SystemError) {
                var facts = stat()
                if stat(path, &facts) != 0 {
                    // Another program may be making it too.
                    guard mkdir(path, 0o777) == 0 || errno == EEXIST else { throw SystemError(operation: "mkdir", number: errno) }
                } else if facts.st_mode & S_IFMT != S_IFDIR {
                    throw SystemError(operation: "mkdir", number: ENOTDIR)
                }
            } catch {
                let shown = path.hasPrefix("./") ? String(path.dropFirst(2)) : path
                throw DeliveryError(
                    .notWritable, "the directory \(shown) cannot be made: \(error.reason); make it, or choose another", cause: error)
            }
        }
    }

    func beginSegment(_ name: String) throws(DeliveryError) {
        close(until: .zero)
        let path = directory + name
        // Not into a file, or over a link, that another user put there.
        unlink(path + Self.unfinished)
        let file = FileConnection(path: path + Self.unfinished, overwrites: false, readers: .anyone, shownPath: path)
        try file.open(until: .zero)
        segment = (file, path)
    }

    func write(_ bytes: UnsafeRawBufferPointer, until deadline: MediaTime) throws(DeliveryError) {
        try segment?.file.write(bytes, until: deadline)
        count.add(bytes.count)
    }

    func endSegment(until deadline: MediaTime) throws(DeliveryError) {
        guard let (file, path) = segment else { return }
        file.close(until: deadline)
        segment = nil
        try finish(path)
    }

    /// Written beside and renamed.
    func replace(_ text: String, as name: String, until deadline: MediaTime) throws(DeliveryError) {
        let path = directory + name
        // Not into a file, or over a link, that another user put there.
        unlink(path + Self.unfinished)
        let file = FileConnection(path: path + Self.unfinished, overwrites: false, readers: .anyone, shownPath: path)
        try file.open(until: deadline)
        var failure: DeliveryError?
        var text = text
        text.withUTF8 { text in
            do throws(DeliveryError) { try file.write(UnsafeRawBufferPointer(text), until: deadline) } catch { failure = error }
        }
        file.close(until: deadline)
        if let failure { throw failure }
        try finish(path)
    }

    private func finish(_ path: String) throws(DeliveryError) {
        do throws(SystemError) { try systemCall("rename") { rename(path + Self.unfinished, path) } } catch {
            throw DeliveryError(.notWritable, "\(path) cannot be replaced: \(error.reason)", cause: error)
        }
    }

    func remove(_ name: String, until deadline: MediaTime) { unlink(directory + name) }

    func close(until deadline: MediaTime) {
        guard let (file, path) = segment else { return }
        file.close(until: deadline)
        segment = nil
        unlink(path + Self.unfinished)
    }

    /// Nothing here waits for anyone but the disk.
    func interrupt(by time: MediaTime) {}
    func end(by time: MediaTime) {}

    /// An old playlist would send players to segments that are being overwritten.
    private func removeLeftovers() {
        unlink(directory + stem + ".m3u8")
        for name in fileNames(in: directory.isEmpty ? "." : directory) where isOwn(name) { unlink(directory + name) }
    }

    /// Whether a file is named as segments of this playlist and their headers are, whole or not, or as its playlist of key frames.
    private func isOwn(_ name: String) -> Bool {
        if name == stem + Self.iFrames { return true }
        let whole = name.hasSuffix(Self.unfinished) ? name.dropLast(Self.unfinished.count) : name[...]
        let shapes = [(stem + "-header-", ".mp4"), (stem + "-", ".ts"), (stem + "-", ".m4s")]
        return shapes.contains { prefix, ending in
            let least = prefix.utf8.count + ending.utf8.count + 6
            guard whole.hasPrefix(prefix), whole.hasSuffix(ending), whole.utf8.count >= least else { return false }
            // A ladder's have the time of its beginning before their number, and that of a part behind it.
            return whole.dropFirst(prefix.count).dropLast(ending.count).allSatisfy { $0.isASCII && ($0.isNumber || $0 == "-" || $0 == ".") }
        }
    }

    /// What follows the stem in the name of a playlist of key frames.
    static let iFrames = "-iframes.m3u8"
}
