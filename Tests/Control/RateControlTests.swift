import ControlFixtures
import Frames
import Session
import Testing

@testable import Control

/// What can be asked of the picture's bit rate, over a real control socket.
@Suite struct RateControlTests {
    private let group: TestGroup

    init() throws { group = try TestGroup() }

    @Test(arguments: [RateRequest(ceiling: 2_000_000, floor: 300_000), RateRequest(ceiling: 4_500_000)])
    func arrivesAsItWasAskedAndIsAnsweredAsItIsNow(request: RateRequest) async throws {
        let session = FakeSession()
        let rate = try await group.serving(session) { [group] in try ControlClient(group.directory.name).steer(request) }
        #expect(session.wasTold.rates == [request])
        #expect(rate?.ceiling == request.ceiling && rate?.floor == request.floor ?? 500_000)
    }

    @Test func whatMakesNoSenseIsRefusedAndChangesNothing() async throws {
        let packets: [(text: String, code: String, words: String)] = [
            (#"{"v":1,"do":"bitrate"}"#, "missingField", #"\"bitsPerSecond\":2000000"#),
            (#"{"v":1,"do":"bitrate","bitsPerSecond":"2M"}"#, "badField", "must look like 2000000"),
            (#"{"v":1,"do":"bitrate","bitsPerSecond":2000000,"least":1.5}"#, "badField", "must look like 300000"),
            (#"{"v":1,"do":"bitrate","bitsPerSecond":0}"#, "badField", "50k to 200M"),
            (#"{"v":1,"do":"bitrate","bitsPerSecond":-9223372036854775808}"#, "badField", "50k to 200M"),
            (#"{"v":1,"do":"bitrate","bitsPerSecond":1000000000}"#, "badField", "50k to 200M"),
            (#"{"v":1,"do":"bitrate","bitsPerSecond":500000,"least":600000}"#, "badField", "600000"),
        ]
        let session = FakeSession()
        let replies = try await group.serving(session) { [group] in try RawPackets.exchange(packets.map { Array($0.text.utf8) }, group.directory) }
        for (packet, reply) in zip(packets, replies) {
            #expect(reply.contains(#""code":"\#(packet.code)""#) && reply.contains(packet.words), "\(packet.text): \(reply)")
        }
        #expect(session.wasTold.rates.isEmpty)
    }

    @Test func anEncodingIsChangedAsItWasAsked() async throws {
        var request = EncodingRequest("low")
        (request.bitRate, request.framesPerSecond, request.size, request.preset) = (400_000, 15, .source, "faster")
        let session = FakeSession()
        try await group.serving(session) { [group, request] in try ControlClient(group.directory.name).steer(request) }
        #expect(session.wasTold.encodings == [request])
        let packets: [(text: String, words: String)] = [
            (#"{"v":1,"do":"encoding"}"#, #"\"encoding\":\"low\""#),
            (#"{"v":1,"do":"encoding","encoding":"nosuch","fps":20}"#, "there is no encoding 'nosuch'"),
            (#"{"v":1,"do":"encoding","encoding":"low","fps":999}"#, "use 1 to 240"),
            (#"{"v":1,"do":"encoding","encoding":"low","size":"640"}"#, "640x360"),
            (#"{"v":1,"do":"encoding","encoding":"low","crf":52}"#, "give crf 1 to 51"),
            (#"{"v":1,"do":"encoding","encoding":"low","crf":0}"#, "of the encoding 'low' is out of range: give crf 1 to 51"),
            (#"{"v":1,"do":"encoding","encoding":"low","bitsPerSecond":1}"#, "50k to 200M"),
        ]
        let replies = try await group.serving(session) { [group] in try RawPackets.exchange(packets.map { Array($0.text.utf8) }, group.directory) }
        for (packet, reply) in zip(packets, replies) {
            #expect(reply.contains(#""code":"#) && reply.contains(packet.words), "\(packet.text): \(reply)")
        }
        #expect(session.wasTold.encodings == [request])
    }

    @Test func thePictureIsChangedAsItWasAsked() async throws {
        let request = PictureRequest(size: PixelSize(width: 1280, height: 720), framesPerSecond: 60)
        let session = FakeSession()
        try await group.serving(session) { [group] in try ControlClient(group.directory.name).steer(request) }
        #expect(session.wasTold.pictures == [request])
        let packets: [(text: String, words: String)] = [
            (#"{"v":1,"do":"picture"}"#, "nothing is asked of the picture"), (#"{"v":1,"do":"picture","size":"source"}"#, "1280x720"),
            (#"{"v":1,"do":"picture","size":"1281x720"}"#, "use even numbers"), (#"{"v":1,"do":"picture","fps":0}"#, "use 1 to 240"),
        ]
        let replies = try await group.serving(session) { [group] in try RawPackets.exchange(packets.map { Array($0.text.utf8) }, group.directory) }
        for (packet, reply) in zip(packets, replies) { #expect(reply.contains(packet.words), "\(packet.text): \(reply)") }
        #expect(session.wasTold.pictures == [request])
    }
}
