import ControlFixtures
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
}
