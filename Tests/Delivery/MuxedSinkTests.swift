import Codec
import Fixtures
import MediaFixtures
import Platform
import ServerFixtures
import Testing

@testable import Delivery

/// One connection after the other, with a real server.
@Suite(.timeLimit(.minutes(15))) struct MuxedSinkTests {
    private static var soon: MediaTime { .now() + .seconds(20) }

    /// Only who is interrupted gives up before the suite's limit.
    private func sink() -> RTMPSink {
        var settings = TargetSettings()
        settings.phaseLimit = .seconds(3600)
        return RTMPSink(settings, counting: ByteCount())
    }

    @Test func eachConnectionHasHeadersOfItsOwnAndTheSameTimeZero() throws {
        let fixture = try RTMPServer()
        let media = try TestMedia(fps: 30)
        let packets = try media.packets(seconds: 4, fps: 30)
        let streams = [media.video.stream, media.audio.stream]
        let keyframes = packets.indices.filter { packets[$0].kind == .video && packets[$0].isKeyframe }
        try #require(keyframes.count == 2)
        let sink = sink()
        var bytes = [0]
        for (name, range) in [("first", keyframes[0]..<keyframes[1]), ("second", keyframes[1]..<packets.count)] {
            try sink.open(TargetURL(parsing: fixture.url("\(name)")), until: Self.soon) { true }
            sink.begin(streams, start: packets[keyframes[0]].dts, from: packets[range.lowerBound].dts, until: Self.soon)
            var written = 0
            for packet in packets[range] where try sink.write(packet, until: Self.soon) { written += 1 }
            try sink.finish(until: Self.soon)
            #expect(
                try Watchdog.until { try fixture.recordings(of: name).first.map { Program.probe($0, "packet=pts").count } == written },
                "\(name): \(written)")
            #expect(Program.decodingComplaints(try #require(fixture.recordings(of: name).first)) == "")
            bytes.append(sink.bytesSent)
        }
        // What was sent is counted over all of them.
        #expect(bytes[2] > bytes[1] && bytes[1] > 0)
    }

    @Test func anInterruptionEndsTheOpeningThatItFindsAndNoLaterOne() throws {
        let (fixture, deaf) = (try RTMPServer(), Listener())
        let sink = sink()
        let interrupter = try Worker(name: "interrupter") {
            // Someone has connected, and waits for a greeting that never comes.
            _ = Watchdog.until { Port.socket(connectedTo: deaf.port) != nil }
            sink.interrupt(by: .now())
        }
        let error = #expect(throws: DeliveryError.self) {
            try sink.open(TargetURL(parsing: "rtmp://127.0.0.1:\(deaf.port)/live/key"), until: .now() + .seconds(3600)) { true }
        }
        interrupter.join()
        #expect(error?.isRetriable == true, "\(String(describing: error))")
        sink.abandon(until: Self.soon)
        try sink.open(TargetURL(parsing: fixture.url("key")), until: Self.soon) { true }
        sink.abandon(until: Self.soon)
    }

    @Test func whatIsNotWantedAnyMoreIsNotOpened() throws {
        let fixture = try RTMPServer()
        let url = try TargetURL(parsing: fixture.url("key"))
        let sink = sink()
        let error = #expect(throws: DeliveryError.self) { try sink.open(url, until: Self.soon) { false } }
        #expect(error?.code == .lost && error?.message.contains("as asked") == true && error?.message.contains("/key") == false)
        #expect(!fixture.log.contains("connect:"), "\(fixture.log)")
    }

    @Test func afterTheEndNothingIsOpened() throws {
        let fixture = try RTMPServer()
        let url = try TargetURL(parsing: fixture.url("key"))
        let sink = sink()
        sink.end(by: .now())
        #expect(throws: DeliveryError.self) { try sink.open(url, until: Self.soon) { true } }
    }
}
