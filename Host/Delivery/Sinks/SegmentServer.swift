import Platform
import Protocols
import Synchronization

/// A web server that takes files by PUT. A segment is kept in memory until it is complete, so that its length is known and it
/// can be sent once more when the connection breaks.
final class SegmentServer: SegmentStore, @unchecked Sendable {
    // @unchecked: what stands under the last banner belongs to the target's thread; the rest is constant or locked.
    private let settings: TargetSettings
    private let count: ByteCount
    private let keepsSegments: Bool
    private let current = Mutex(Current())
    // --- the target's thread only
    private var url: TargetURL
    private var address: PlaylistAddress
    private var client: HTTPClient?
    private var name = ""
    private var segment: [UInt8] = []
    private var deletes = true
    /// Ten seconds at 50 Mb/s: more is no segment.
    private static let mostBytes = 64 << 20
    /// How long caches on the way may keep what was put.
    private static let (notAtAll, forAMoment, forEver) = ("no-cache", "max-age=1", "public, max-age=31536000, immutable")

    private struct Current {
        var client: HTTPClient?
        /// Nothing may block past this.
        var end: MediaTime?
    }

    /// - Parameters:
    ///   - url: of a playlist on a web server.
    ///   - keepsSegments: no two segments ever have one name, so that caches may keep them.
    init(_ url: TargetURL, _ settings: TargetSettings, keepsSegments: Bool = false, counting count: ByteCount) {
        (self.url, self.settings, self.keepsSegments, self.count, address) = (url, settings, keepsSegments, count, Self.address(url))
    }

    var stem: String { address.stem }
    var link: LinkFigures { current.withLock { $0.client }?.link ?? LinkFigures() }

    /// A playlist without segments proves that we may write, and takes the place of an earlier broadcast's.
    func open(_ url: TargetURL, _ playlist: String, isFirst: Bool, until deadline: MediaTime, isWanted: () -> Bool) throws(DeliveryError) {
        // One that was out of reach may delete all the same.
        (self.url, address, deletes) = (url, Self.address(url), true)
        let signer = try S3Credentials.of(address.authority, among: settings.s3)?.read()
        let made = HTTPClient(address.folder, settings.connection, signer: signer)
        client = made
        current.withLock {
            $0.client = made
            if let end = $0.end { made.end(by: end) }
        }
        // SYNC POINT sink-interrupt: asked after the connection can be interrupted, so that no interruption is lost in between.
        guard isWanted() else { throw DeliveryError(.lost, "\(url): broken off as asked") }
        try made.connect(to: url, until: deadline)
        try replacePlaylist(playlist, until: deadline)
    }

    private static func address(_ url: TargetURL) -> PlaylistAddress {
        let isSecure = if case .httpHLS(isSecure: true) = url.kind { true } else { false }
        do throws(DeliveryError) { return try PlaylistAddress(parsing: url.afterScheme, isSecure: isSecure) } catch {
            preconditionFailure("an address is checked when it is made: \(error)")
        }
    }

    func beginSegment(_ name: String) throws(DeliveryError) {
        self.name = name
        segment.removeAll(keepingCapacity: true)
    }

    func write(_ bytes: UnsafeRawBufferPointer, until deadline: MediaTime) throws(DeliveryError) {
        guard segment.count + bytes.count <= Self.mostBytes else {
            throw DeliveryError(.media, "\(url): a segment has grown above \(Self.mostBytes >> 20) MiB: key frames are too rare")
        }
        segment.append(contentsOf: bytes)
    }

    func endSegment(until deadline: MediaTime) throws(DeliveryError) {
        let type = name.hasSuffix(".ts") ? "video/mp2t" : "video/mp4"
        try put(segment, as: name, type: type, cache: keepsSegments ? Self.forEver : Self.notAtAll, until: deadline)
        count.add(segment.count)
        segment.removeAll(keepingCapacity: true)
    }

    func replace(_ text: String, as name: String, until deadline: MediaTime) throws(DeliveryError) {
        let cache = keepsSegments ? Self.forAMoment : Self.notAtAll
        try put(Array(text.utf8), as: name, type: "application/vnd.apple.mpegurl", cache: cache, until: deadline)
    }

    private func put(_ bytes: [UInt8], as name: String, type: String, cache: String, until deadline: MediaTime) throws(DeliveryError) {
        guard let client else { throw DeliveryError(.lost, "\(url) is not connected") }
        var failure: DeliveryError?
        bytes.withUnsafeBytes { bytes in
            do throws(DeliveryError) { try client.put(bytes, as: name, type: type, cache: cache, to: url, until: deadline) } catch { failure = error }
        }
        if let failure { throw failure }
    }

    /// A server that does not delete is not asked again: it cleans up by itself, or no one does.
    func remove(_ name: String, until deadline: MediaTime) {
        guard deletes, let client else { return }
        do throws(NetworkError) { deletes = try client.delete(name, until: deadline) } catch { deletes = false }
    }

    func close(until deadline: MediaTime) {
        client?.close(until: deadline)
        client = nil
        current.withLock { $0.client = nil }
        segment.removeAll(keepingCapacity: true)
    }

    // SYNC POINT sink-interrupt
    func interrupt(by time: MediaTime) { current.withLock { $0.client }?.end(by: time) }

    func end(by time: MediaTime) {
        current.withLock {
            $0.end = time
            $0.client?.end(by: time)
        }
    }
}
