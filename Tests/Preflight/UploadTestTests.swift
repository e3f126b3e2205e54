import Fixtures
import Platform
import ServerFixtures
import Synchronization
import TestSupport
import Testing

@testable import Delivery
@testable import Preflight

/// Against real servers, through links that carry so much and no more.
@Suite(.serialized, .timeLimit(.minutes(5))) struct UploadTestTests {
    private func isNear(_ measured: Int?, _ rate: Double) -> Bool { measured.map { abs(Double($0) - rate) <= 0.15 * rate } ?? false }

    private func line(_ rate: Double, _ queueBytes: Int = 24 * 1024) -> LinkTrace {
        LinkTrace("preflight", "\(rate)", steps: [(.zero, LinkCondition(bitRate: rate, delay: .milliseconds(10), queueBytes: queueBytes))])
    }

    @Test(arguments: [0.7e6, 2e6, 5e6]) func rtmpOverANarrowLineIsMeasured(rate: Double) throws {
        let fixture = try RTMPServer()
        let narrow = try TcpLink(to: UInt16(fixture.port), line(rate))
        let test = try UploadTest(TargetURL(parsing: "rtmp://127.0.0.1:\(narrow.port)/live/probe"))
        let steps = Mutex<[Int]>([])
        let result = try test.run { progress in steps.withLock { $0.append(progress.sending) } }
        #expect(isNear(result.measured, rate), "\(result)")
        #expect(result.ending == .full || result.ending == .timeIsUp)
        #expect(result.span <= .seconds(9))
        let rates = steps.withLock { $0 }
        #expect(rates.count > 5 && rates == rates.sorted(), "\(rates)")
        // What was sent is a stream that players take.
        let recording = try #require(fixture.recordings(of: "probe").first)
        #expect(Watchdog.until { Program.probe(recording, "stream=codec_name").flatMap { $0 } == ["h264", "aac"] })
    }

    @Test func aWideLineEndsEarlyAndIsSaidToCarryAtLeastThat() throws {
        let fixture = try RTMPServer()
        let result = try UploadTest(TargetURL(parsing: fixture.url("wide"))).run()
        #expect(result.ending == .enough)
        #expect(result.isAtLeast && (result.measured ?? 0) > 6_800_000, "\(result)")
        let recording = try #require(fixture.recordings(of: "wide").first)
        #expect(Program.decodingComplaints(recording) == "")
    }

    @Test func srtOverANarrowLineIsMeasured() throws {
        let fixture = try SRTServer()
        let narrow = try UdpLink(to: UInt16(fixture.port), line(2e6, 32 * 1024))
        let result = try UploadTest(TargetURL(parsing: "srt://127.0.0.1:\(narrow.port)?streamid=live")).run()
        #expect(isNear(result.measured, 2e6), "\(result)")
        #expect(result.span <= .seconds(9))
    }

    @Test func filesByPutOverANarrowLineAreMeasuredAndNoneIsLeft() throws {
        let server = try PutServer()
        let narrow = try TcpLink(to: UInt16(server.port), line(2e6))
        let result = try UploadTest(TargetURL(parsing: "http://127.0.0.1:\(narrow.port)/show.m3u8")).run()
        #expect(isNear(result.measured, 2e6), "\(result)")
        #expect(server.names.isEmpty, "\(server.names)")
        #expect(!server.requests.contains { $0[2].contains("m3u8") })
    }

    @Test func httpsIsMeasuredWithACertificateThatIsTrusted() throws {
        let server = try PutServer(isSecure: true)
        let url = try TargetURL(parsing: server.url("show.m3u8"))
        let error = #expect(throws: DeliveryError.self) { try UploadTest(url).run() }
        #expect(error?.code == .certificate)
        var settings = TargetSettings()
        settings.isCertificateUnchecked = true
        let result = try UploadTest(url, settings: settings).run()
        #expect(result.ending == .enough && result.isAtLeast, "\(result)")
        #expect(server.names.isEmpty)
    }

    @Test func aRefusedKeyIsSaidToBeOne() throws {
        let fixture = try RTMPServer()
        let test = try UploadTest(TargetURL(parsing: fixture.url("secretkey?token=bad", application: "auth")))
        let error = #expect(throws: DeliveryError.self) { try test.run() }
        #expect([.badKey, .rejected].contains(error?.code), "\(String(describing: error))")
        #expect(error?.message.contains("secretkey") == false)
    }

    @Test(arguments: [true, false]) func stoppingKeepsWhatWasMeasured(isStalled: Bool) throws {
        let fixture = try RTMPServer()
        let trace = LinkTrace(
            "stop", "", steps: [(.zero, LinkCondition(bitRate: 2e6))] + (isStalled ? [(.seconds(3), LinkCondition(bitRate: 0))] : []))
        let narrow = try TcpLink(to: UInt16(fixture.port), trace)
        let test = try UploadTest(TargetURL(parsing: "rtmp://127.0.0.1:\(narrow.port)/live/stopped"))
        let stopped = Mutex<MediaTime?>(nil)
        let stopper = try Worker(name: "stopper") {
            _ = Watchdog.until { narrow.start.map { MediaTime.now() - $0 > .milliseconds(3700) } ?? false }
            stopped.withLock { $0 = .now() }
            test.stop()
        }
        let result = try test.run()
        let took = stopped.withLock { $0.map { MediaTime.now() - $0 } }
        stopper.join()
        #expect(result.ending == .stopped)
        // Of its own it would have gone on for four seconds more.
        #expect(result.failure == nil)
        #expect((result.measured ?? 0) > 300_000)
        #expect(took.map { $0 < .seconds(3) } ?? false, "\(String(describing: took))")
    }

    @Test func aBroadcastInTroubleEndsIt() throws {
        let fixture = try RTMPServer()
        let test = try UploadTest(TargetURL(parsing: fixture.url("gentle")), isGentle: true)
        let result = try test.run { if $0.elapsed > .seconds(1) { test.reportTrouble() } }
        #expect(result.ending == .inTheWay)
        #expect(result.span < .seconds(4))
        #expect((result.measured ?? 0) > 400_000)
    }

    @Test(arguments: [("udp://127.0.0.1:9", "no one reports what arrived"), ("/tmp/a.mkv", "is a file")])
    func whatCannotBeMeasuredIsToldSo(address: String, words: String) throws {
        let error = #expect(throws: DeliveryError.self) { try UploadTest(TargetURL(parsing: address)) }
        #expect(error?.code == .notAvailable)
        #expect(error?.message.contains(words) == true)
    }
}
