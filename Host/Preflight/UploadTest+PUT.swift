import Codec
import Delivery
import Platform
import Protocols

/// Over HTTP: files of synthetic media, each put under the same name beside the playlist, and deleted in the end. The playlist
/// itself is not touched.
extension UploadTest {
    func put(_ progress: (UploadTestProgress) -> Void) throws(DeliveryError) -> UploadTestResult {
        let address = try PlaylistAddress(parsing: url.afterScheme, isSecure: url.kind == .httpHLS(isSecure: true))
        let client = HTTPClient(address.folder, settings.connection)
        watch(client)
        let name = address.stem + "-preflight.ts"
        let began = MediaTime.now()
        try client.connect(to: url, until: began + .seconds(10))
        let roundTrip = MediaTime.now() - began
        var probe = PutProbe(plan)
        var failure: DeliveryError?
        let start = MediaTime.now()
        // A file that does not get through in time tells nothing.
        client.end(by: start + plan.span + .milliseconds(200))
        do throws(DeliveryError) {
            while let bytes = probe.nextBytes(after: .now() - start) {
                let body = try Self.segment(of: bytes, at: .now())
                let before = MediaTime.now()
                try body.withUnsafeBufferPointer { (body) throws(DeliveryError) in
                    try client.put(UnsafeRawBufferPointer(body), as: name, type: "video/mp2t", to: url, until: start + plan.span)
                }
                probe.took(body.count, .now() - before)
                let elapsed = MediaTime.now() - start
                progress(UploadTestProgress(elapsed: elapsed, span: plan.span, sending: probe.measured ?? 0, delivered: probe.measured))
                if isInTheWay { probe.end(.inTheWay) }
                if isStopped { probe.end(.stopped) }
            }
        } catch {
            guard probe.measured != nil || isStopped else { throw error }
            let isOver = MediaTime.now() - start >= plan.span
            probe.end(isStopped ? .stopped : isOver ? .timeIsUp : .lost)
            if probe.ending == .lost { failure = error }
        }
        let span = MediaTime.now() - start
        client.close(until: .now() + Self.goodbyeLimit)
        remove(name, address.folder)
        return UploadTestResult(
            measured: probe.measured, isAtLeast: probe.isAtLeast, ending: probe.ending ?? .timeIsUp, span: span, roundTrip: roundTrip,
            failure: failure)
    }

    /// Over a connection of its own, since the first one may have been broken off. A server that does not delete keeps one small file.
    private func remove(_ name: String, _ address: HTTPAddress) {
        do throws(NetworkError) {
            let client = HTTPClient(address, settings.connection)
            let deadline = MediaTime.now() + Self.goodbyeLimit
            client.end(by: deadline)
            _ = try client.delete(name, until: deadline)
            client.close(until: deadline)
        } catch {}
    }

    /// MPEG-TS of about as many bytes: a second of it.
    private static func segment(of bytes: Int, at start: MediaTime) throws(DeliveryError) -> [UInt8] {
        let sink = SegmentBytes()
        do throws(CodecError) {
            let media = try SyntheticMedia()
            let muxer = try Muxer(.mpegts, streams: media.streams, start: start, into: sink)
            for number in 0..<30 {
                var failure: CodecError?
                try media.packets(at: start + .nanoseconds(Int64(number) * 33_333_333), byteCount: bytes / 30) { packet in
                    do throws(CodecError) { try muxer.write(packet) } catch { failure = error }
                }
                if let failure { throw failure }
            }
            try muxer.finish()
        } catch { throw DeliveryError(.media, "no test picture: \(error.message)", cause: error) }
        return sink.bytes
    }
}

/// A segment in memory.
private final class SegmentBytes: ByteSink {
    private(set) var bytes: [UInt8] = []
    var isSeekable: Bool { false }

    func write(_ part: UnsafeRawBufferPointer) { bytes.append(contentsOf: part) }
    func seek(toByte offset: Int) {}
}
