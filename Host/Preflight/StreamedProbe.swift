import Codec
import Delivery
import Platform
import Protocols

/// One run of an upload test over a connection that takes a stream: synthetic media in real time, at the rate that the probe wants.
/// Belongs to the test's thread.
struct StreamedProbe {
    private static let framesPerSecond = 30
    private static let interval = Duration.nanoseconds(1_000_000_000 / Int64(framesPerSecond))
    /// What a link that held us up may be given at once afterwards.
    private static let debt: Duration = .milliseconds(200)
    private static let progressInterval: Duration = .milliseconds(100)
    private let test: UploadTest
    private let sink: any PacketSink
    private let media: SyntheticMedia
    private let count: ByteCount
    private var probe: LinkProbe
    /// What a sender gave up has left its buffer too, but got nowhere (SRT).
    private static let lostPacketBytes = 1316

    init(_ test: UploadTest, _ sink: any PacketSink, _ media: SyntheticMedia, _ probe: LinkProbe, _ count: ByteCount) {
        (self.test, self.sink, self.media, self.probe, self.count) = (test, sink, media, probe, count)
    }

    mutating func go(_ progress: (UploadTestProgress) -> Void) -> UploadTestResult {
        let start = MediaTime.now()
        let end = start + test.plan.span
        var next = start
        var shown = MediaTime.zero
        var expected = 0
        var (failure, roundTrip): (DeliveryError?, Duration?) = (nil, nil)
        do throws(DeliveryError) {
            try sink.begin(media.streams, start: start, from: start, until: end)
            while true {
                let now = MediaTime.now()
                let link = sink.link
                roundTrip = [roundTrip, link.roundTrip].compactMap { $0 }.min()
                if test.isStopped { probe.end(.stopped) }
                guard case .send(let rate) = probe.handle(sample(now, link)) else { break }
                if now - shown >= Self.progressInterval {
                    shown = now
                    progress(
                        UploadTestProgress(elapsed: now - start, span: test.plan.span, sending: rate, delivered: probe.delivered.map { Int($0) }))
                }
                if rate != expected {
                    sink.expect(bitsPerSecond: rate)
                    expected = rate
                }
                try send(next, rate, until: end)
                next = max(next + Self.interval, .now() - Self.debt)
                test.wait(until: next)
            }
        } catch {
            failure = error
        }
        // What was sent last counts as far as it got.
        let now = MediaTime.now()
        if failure != nil { _ = probe.handle(sample(now, sink.link)) }
        let ending = self.ending(failure, isOver: now >= end)
        return UploadTestResult(
            probe: probe, ending: ending, span: now - start, roundTrip: roundTrip, failure: ending == .lost ? failure : nil)
    }

    private func sample(_ now: MediaTime, _ link: LinkFigures) -> ProbeSample {
        let held = link.unacknowledgedBytes ?? link.unsentBytes ?? 0
        let lost = (link.lostPackets ?? 0) * Self.lostPacketBytes
        return ProbeSample(
            at: now, deliveredBytes: max(0, count.current - held - lost), sentBytes: count.current, blocked: link.blocked, roundTrip: link.roundTrip,
            sentPackets: link.sentPackets ?? 0,
            repeatedPackets: link.repeatedPackets ?? 0, isInTheWay: test.isInTheWay)
    }

    private mutating func ending(_ failure: DeliveryError?, isOver: Bool) -> ProbeEnding {
        let wanted: ProbeEnding = test.isStopped ? .stopped : failure == nil || isOver ? .timeIsUp : .lost
        guard case .finished(let ending) = probe.end(wanted) else { return wanted }
        return ending
    }

    private func send(_ time: MediaTime, _ rate: Int, until end: MediaTime) throws(DeliveryError) {
        var failure: DeliveryError?
        do throws(CodecError) {
            try media.packets(at: time, byteCount: rate / 8 / Self.framesPerSecond) { packet in
                guard failure == nil else { return }
                do throws(DeliveryError) { _ = try sink.write(packet, until: end) } catch { failure = error }
            }
        } catch { throw DeliveryError(.media, "the test picture cannot be encoded: \(error.message)", cause: error) }
        if let failure { throw failure }
    }
}
