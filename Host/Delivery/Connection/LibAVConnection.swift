public import AppGroup
import Codec
import Synchronization

/// RTMP, RTMPS and SRT through libavformat 5.1.
///
/// What it cannot do: show its socket (`unsentBytes` is unknown), name the phases between `connecting` and `connected`,
/// and set TCP_NODELAY on RTMPS.
public final class LibAVConnection: Connection, @unchecked Sendable {
    // @unchecked: `stream` belongs to the target's thread; the rest is constant or atomic.
    private let url: TargetURL
    private let options: [(name: String, value: String)]
    private let watch = ProtocolStream.Watch()
    private let currentPhase = Atomic<UInt8>(ConnectionPhase.closed.rawValue)
    private var stream: ProtocolStream?

    /// - Parameters:
    ///   - bitsPerSecond: of the whole stream; the kernel may hold half a second of it, since what it holds cannot be dropped.
    ///   - certificates: a PEM file of authorities to trust instead of the system's.
    public init(_ url: TargetURL, bitsPerSecond: Int, stallLimit: Duration, certificates: String? = nil) {
        self.url = url
        var options = [("rw_timeout", "\(stallLimit.inNanoseconds / 1000)")]
        if case .rtmp(let isSecure) = url.place {
            // rtmp's own option `timeout` would make it listen. The rest goes down to tcp and tls.
            options.append(("tcp_nodelay", "1"))
            // The kernel books twice what is asked, for its own use.
            options.append(("send_buffer_size", "\(max(16 * 1024, bitsPerSecond / 16))"))
            if isSecure {
                options.append(("tls_verify", "1"))
                if let certificates { options.append(("ca_file", certificates)) }
            }
        }
        self.options = options.map { (name: $0.0, value: $0.1) }
    }

    public var phase: ConnectionPhase { ConnectionPhase(rawValue: currentPhase.load(ordering: .relaxed)) ?? .closed }
    public var unsentBytes: Int? { nil }
    public var isSeekable: Bool { false }

    public func open(until deadline: MediaTime) throws(DeliveryError) {
        currentPhase.store(ConnectionPhase.connecting.rawValue, ordering: .relaxed)
        watch.expire(at: deadline)
        do throws(CodecError) {
            stream = try ProtocolStream(url: url.text, options: options, watch: watch)
            currentPhase.store(ConnectionPhase.connected.rawValue, ordering: .relaxed)
        } catch {
            currentPhase.store(ConnectionPhase.closed.rawValue, ordering: .relaxed)
            throw DeliveryError(connecting: error, to: url)
        }
    }

    public func write(_ bytes: UnsafeRawBufferPointer, until deadline: MediaTime) throws(DeliveryError) {
        guard let stream else { throw DeliveryError(.lost, "\(url) is not connected") }
        watch.expire(at: deadline)
        do throws(CodecError) { try stream.write(bytes) } catch { throw DeliveryError(sending: error, to: url) }
    }

    public func seek(toByte offset: Int) throws(DeliveryError) { throw DeliveryError(.media, "a stream cannot go back") }

    public func close(until deadline: MediaTime) {
        watch.expire(at: deadline)
        stream?.close()
        stream = nil
        currentPhase.store(ConnectionPhase.closed.rawValue, ordering: .relaxed)
    }

    public func end(by time: MediaTime) { watch.end(by: time) }
}
