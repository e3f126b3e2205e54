import AppGroup
import ControlFixtures
import Session
import Testing

@testable import Control

/// What can be asked of layers, over a real control socket.
@Suite struct LayerControlTests {
    private let group: TestGroup

    init() throws { group = try TestGroup() }

    @Test func layersAreSteeredAsItWasAsked() async throws {
        let cam = try #require(SourceName("cam"))
        let requests: [LayerRequest] = [
            .set(try LayerChoice(cam, words: ["880,320", "300x300", "z=1"]), .cut), .layout(.solo(cam), LayerTransition(.fade, .milliseconds(500))),
            .zoom(.screen, factor: 2.5, follow: nil), .zoom(cam, factor: 1, follow: .off),
        ]
        let session = FakeSession()
        try await group.serving(session) { [group, requests] in
            for request in requests { _ = try ControlClient(group.directory.name).steer(request) }
        }
        #expect(session.wasTold.layers == requests)
    }

    @Test func aCameraIsSetAsItWasAsked() async throws {
        let request = CameraRequest(try #require(SourceName("cam")), words: ["zoom=2.0", "focus=auto"])
        let session = FakeSession()
        try await group.serving(session) { [group] in
            let sources = try ControlClient(group.directory.name).steer(request)
            #expect(sources.first?.camera.first?.value == "2.5")
        }
        #expect(session.wasTold.cameras == [request])
    }

    @Test func whatIsWrongIsTold() async throws {
        let packets: [(text: String, words: String)] = [
            (#"{"v":1,"do":"zoom"}"#, #"\"factor\":2.0"#), (#"{"v":1,"do":"zoom","factor":0.5}"#, "1 (all of it) to 16"),
            (#"{"v":1,"do":"zoom","factor":2,"follow":"mouse"}"#, "one of pointer, window, off"),
            (#"{"v":1,"do":"zoom","factor":"2"}"#, "must look like 2.0"),
            (#"{"v":1,"do":"zoom","factor":2,"source":"Cam"}"#, "is no source"), (#"{"v":1,"do":"layout","layout":"heap"}"#, "is no layout"),
            (#"{"v":1,"do":"layer","source":"cam","set":["wide"]}"#, "wide"), (#"{"v":1,"do":"camera","source":"cam"}"#, #"\"zoom=2.0\""#),
            (#"{"v":1,"do":"camera","source":"cam","set":[]}"#, "1 to 8 settings"), (#"{"v":1,"do":"camera","set":["zoom=2"]}"#, #"\"cam\""#),
            (#"{"v":1,"do":"detach"}"#, #"\"source\":\"cam\""#),
        ]
        let session = FakeSession()
        let replies = try await group.serving(session) { [group] in try RawPackets.exchange(packets.map { Array($0.text.utf8) }, group.directory) }
        for (packet, reply) in zip(packets, replies) {
            #expect(reply.contains(#""code":"#) && reply.contains(packet.words), "\(packet.text): \(reply)")
        }
        #expect(session.wasTold.layers.isEmpty)
    }
}
