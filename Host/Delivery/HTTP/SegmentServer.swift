import AppGroup

/// A web server that takes files by PUT. A segment is kept in memory until it is complete, so that its length is known and it
/// can be sent once more when the connection breaks.
final class SegmentServer: SegmentStore, @unchecked Sendable {
    // @unchecked: what is variable belongs to the target's thread.
    let sent = ByteCount()
    private let url: TargetURL
    private let address: HTTPAddress
    private let client: HTTPClient
    private var name = ""
    private var segment: [UInt8] = []
    private var deletes = true
    /// Ten seconds at 50 Mb/s: more is no segment.
    private static let mostBytes = 64 << 20

    /// - Parameter url: of a playlist on a web server.
    init(_ url: TargetURL) {
        self.url = url
        let isSecure = if case .httpHLS(isSecure: true) = url.place { true } else { false }
        do throws(DeliveryError) { address = try HTTPAddress(parsing: url.afterScheme, isSecure: isSecure) } catch {
            preconditionFailure("an address is checked when it is made: \(error)")
        }
        client = HTTPClient(address, over: TCPStream(host: address.authority.host, port: address.port, for: url), for: url)
    }

    var stem: String { address.stem }
    var line: LineFigures { client.line }

    /// A playlist without segments proves that we may write, and takes the place of an earlier broadcast's.
    func open(_ playlist: String, isFirst: Bool, until deadline: MediaTime) throws(DeliveryError) {
        client.close(until: deadline)
        try client.connect(until: deadline)
        try replacePlaylist(playlist, until: deadline)
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
        try put(segment, as: name, type: "video/mp2t", until: deadline)
        sent.add(segment.count)
        segment.removeAll(keepingCapacity: true)
    }

    func replacePlaylist(_ text: String, until deadline: MediaTime) throws(DeliveryError) {
        try put(Array(text.utf8), as: address.stem + ".m3u8", type: "application/vnd.apple.mpegurl", until: deadline)
    }

    private func put(_ bytes: [UInt8], as name: String, type: String, until deadline: MediaTime) throws(DeliveryError) {
        var failure: DeliveryError?
        bytes.withUnsafeBytes { bytes in
            do throws(DeliveryError) { try client.put(bytes, as: name, type: type, until: deadline) } catch { failure = error }
        }
        if let failure { throw failure }
    }

    /// A server that does not delete is not asked again: it cleans up by itself, or nobody does.
    func remove(_ name: String, until deadline: MediaTime) {
        guard deletes else { return }
        do throws(DeliveryError) { deletes = try client.delete(name, until: deadline) } catch { deletes = false }
    }

    func close(until deadline: MediaTime) {
        client.close(until: deadline)
        segment.removeAll(keepingCapacity: true)
    }

    func end(by time: MediaTime) { client.end(by: time) }
}
