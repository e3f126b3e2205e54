import Fixtures
import Foundation
import Platform
import Protocols
import Synchronization

@testable import Delivery

/// A folder that looks at every version of every playlist as it is written: what it names can be read, and it changes as playlists may.
final class WatchedFolder: SegmentStore, @unchecked Sendable {
    // @unchecked: what is found is locked; the folder belongs to the thread that writes.
    private let folder: SegmentFolder
    private let scratch: Scratch
    private let seen: Mutex<Seen>

    struct Seen: Sendable {
        var complaints: [String] = []
        var versions = 0
        var newest: [String: MediaPlaylist] = [:]
    }

    /// - Parameter path: of the playlist.
    init(_ path: String, in scratch: Scratch) {
        (folder, self.scratch) = (SegmentFolder(path, counting: ByteCount()), scratch)
        seen = Mutex(Seen())
    }

    var found: Seen { seen.withLock { $0 } }
    var stem: String { folder.stem }
    var link: LinkFigures { folder.link }

    func open(_ url: TargetURL, _ playlist: String, isFirst: Bool, until deadline: MediaTime, isWanted: () -> Bool) throws(DeliveryError) {
        try folder.open(url, playlist, isFirst: isFirst, until: deadline, isWanted: isWanted)
    }

    func beginSegment(_ name: String) throws(DeliveryError) { try folder.beginSegment(name) }

    func write(_ bytes: UnsafeRawBufferPointer, until deadline: MediaTime) throws(DeliveryError) { try folder.write(bytes, until: deadline) }

    func endSegment(until deadline: MediaTime) throws(DeliveryError) { try folder.endSegment(until: deadline) }

    func replace(_ text: String, as name: String, until deadline: MediaTime) throws(DeliveryError) {
        look(at: text, name)
        try folder.replace(text, as: name, until: deadline)
    }

    func remove(_ name: String, until deadline: MediaTime) { folder.remove(name, until: deadline) }

    func close(until deadline: MediaTime) { folder.close(until: deadline) }

    func interrupt(by time: MediaTime) {}

    func end(by time: MediaTime) {}

    private func look(at text: String, _ name: String) {
        seen.withLock { seen in
            seen.versions += 1
            let now = MediaPlaylist(text)
            var complaints = now.missing { FileManager.default.fileExists(atPath: scratch.file($0)) }
            if let before = seen.newest[name], !text.contains("EXT-X-STREAM-INF") { complaints += now.complaints(after: before) }
            seen.complaints += complaints.map { "\(name): \($0)" }
            seen.newest[name] = now
        }
    }
}
