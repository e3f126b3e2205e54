import Codec
public import Delivery
public import Platform
import Protocols
import Synchronization

/// Sends synthetic media to a real endpoint at a rising rate, over the very connection that a broadcast would use, and finds out
/// what gets through: RTMP, RTMPS, SRT, and HLS by PUT.
///
/// `run` belongs to one thread and blocks; `stop` and `isInTheWay` to any. Used once.
public final class UploadTest: Sendable {
    /// What connecting, and saying goodbye, may take.
    private static let connectLimit: Duration = .seconds(10)
    static let goodbyeLimit: Duration = .milliseconds(600)

    public let url: TargetURL
    let plan: ProbePlan
    let settings: TargetSettings
    let stopping = Atomic<Bool>(false)
    private let trouble = Atomic<Bool>(false)
    /// What is to be broken off by `stop`.
    private let breaking = Mutex<(@Sendable (MediaTime) -> Void)?>(nil)
    private let pause = CallLimit()

    /// - Parameters:
    ///   - settings: of which what concerns certificates and limits of connecting counts.
    ///   - requests: no more is measured than these could use.
    ///   - isGentle: others use the link, and must not suffer.
    /// - Throws: `.notAvailable` where nothing can be measured: files, and UDP, where no one ever answers.
    public init(
        _ url: TargetURL, settings: TargetSettings = TargetSettings(), requests: SettingPreferences = SettingPreferences(), isGentle: Bool = false
    ) throws(DeliveryError) {
        let most = SettingRanking.most(requests, StreamingService(of: url))
        switch url.kind {
        case .rtmp, .httpHLS: plan = ProbePlan(most: most, isGentle: isGentle)
        case .srt: plan = ProbePlan(most: most, method: .halving, isGentle: isGentle)
        case .udp:
            throw DeliveryError(
                .notAvailable, "\(url) cannot be measured: over UDP no one reports what arrived; use srt:// or rtmp:// to measure the way there")
        case .file, .hls:
            throw DeliveryError(.notAvailable, "\(url) is a file of this machine: an upload test wants rtmp(s)://, srt:// or http(s)://….m3u8")
        }
        (self.url, self.settings) = (url, settings)
    }

    /// Something else of this machine that must not suffer does so. The test ends at once.
    public func reportTrouble() { trouble.store(true, ordering: .relaxed) }

    /// Breaks the test off within a second; `run` returns what was measured so far.
    public func stop() {
        stopping.store(true, ordering: .releasing)
        pause.end(by: .now())
        breaking.withLock { $0 }?(.now() + Self.goodbyeLimit)
    }

    /// Blocks for twenty seconds at most, some eight of which send.
    ///
    /// - Parameter progress: told some times a second, on this thread.
    /// - Throws: what kept the endpoint from taking the stream; nothing was measured then.
    @available(*, noasync)
    public func run(progress: (UploadTestProgress) -> Void = { _ in }) throws(DeliveryError) -> UploadTestResult {
        if case .httpHLS = url.kind { return try put(progress) }
        return try stream(progress)
    }

    private func stream(_ progress: (UploadTestProgress) -> Void) throws(DeliveryError) -> UploadTestResult {
        let count = ByteCount()
        var settings = settings
        settings.bitsPerSecond = plan.first
        let sink = Target.makeSink(url, settings, codings: [.h264, .aac], counting: count)
        breaking.withLock { $0 = { time in sink.end(by: time) } }
        let media: SyntheticMedia
        do throws(CodecError) { media = try SyntheticMedia() } catch {
            throw DeliveryError(.media, "no test picture: \(error.message)", cause: error)
        }
        do throws(DeliveryError) {
            // SYNC POINT sink-interrupt: `stop` finds the sink, or we find that it was called.
            try sink.open(url, until: .now() + Self.connectLimit) { !stopping.load(ordering: .acquiring) }
        } catch {
            sink.abandon(until: .now() + Self.goodbyeLimit)
            throw error
        }
        var run = StreamedProbe(self, sink, media, LinkProbe(plan), count)
        let result = run.go(progress)
        sink.abandon(until: .now() + Self.goodbyeLimit)
        return result
    }

    // --- the test's thread

    func watch(_ client: HTTPClient) {
        breaking.withLock { $0 = { time in client.end(by: time) } }
        if isStopped { client.end(by: .now()) }
    }

    var isInTheWay: Bool { trouble.load(ordering: .relaxed) }
    var isStopped: Bool { stopping.load(ordering: .acquiring) }
    func wait(until time: MediaTime) { pause.pause(until: time) }
}
