import Glibc
import Platform
import Protocols

/// A directory of this machine.
final class SegmentFolder: SegmentStore, @unchecked Sendable {
    // @unchecked: `segment` belongs to the target's thread; the rest is constant.
    let stem: String
    private let directory: String
    private let count: ByteCount
    private var segment: FileConnection?

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
        if isFirst { removeLeftovers() }
    }

    func beginSegment(_ name: String) throws(DeliveryError) {
        let file = FileConnection(path: directory + name, overwrites: true, readers: .anyone)
        try file.open(until: .zero)
        segment = file
    }

    func write(_ bytes: UnsafeRawBufferPointer, until deadline: MediaTime) throws(DeliveryError) {
        try segment?.write(bytes, until: deadline)
        count.add(bytes.count)
    }

    func endSegment(until deadline: MediaTime) throws(DeliveryError) { close(until: deadline) }

    /// Written beside and renamed.
    func replacePlaylist(_ text: String, until deadline: MediaTime) throws(DeliveryError) {
        let path = directory + stem + ".m3u8"
        let file = FileConnection(path: path + ".tmp", overwrites: true, readers: .anyone)
        try file.open(until: deadline)
        var failure: DeliveryError?
        var text = text
        text.withUTF8 { text in
            do throws(DeliveryError) { try file.write(UnsafeRawBufferPointer(text), until: deadline) } catch { failure = error }
        }
        file.close(until: deadline)
        if let failure { throw failure }
        do throws(SystemError) { try systemCall("rename") { rename(path + ".tmp", path) } } catch {
            throw DeliveryError(.notWritable, "\(path) cannot be replaced: \(error.reason)", cause: error)
        }
    }

    func remove(_ name: String, until deadline: MediaTime) { unlink(directory + name) }

    func close(until deadline: MediaTime) {
        segment?.close(until: deadline)
        segment = nil
    }

    /// Nothing here waits for anyone but the disk.
    func interrupt(by time: MediaTime) {}
    func end(by time: MediaTime) {}

    /// An old playlist would send players to segments that are being overwritten.
    private func removeLeftovers() {
        unlink(directory + stem + ".m3u8")
        for name in fileNames(in: directory.isEmpty ? "." : directory) where isOwn(name) { unlink(directory + name) }
    }

    /// Whether a file is named as segments of this playlist and their headers are.
    private func isOwn(_ name: String) -> Bool {
        let shapes = [(stem + "-header-", ".mp4"), (stem + "-", ".ts"), (stem + "-", ".m4s")]
        return shapes.contains { prefix, ending in
            guard name.hasPrefix(prefix), name.hasSuffix(ending), name.utf8.count >= prefix.utf8.count + ending.utf8.count + 6 else { return false }
            return name.dropFirst(prefix.count).dropLast(ending.count).allSatisfy { $0.isASCII && $0.isNumber }
        }
    }
}
