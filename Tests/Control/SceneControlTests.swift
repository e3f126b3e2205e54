import AppGroup
import ControlFixtures
import Session
import Testing

@testable import Control

/// What can be asked of scenes and of which sources there are, over a real control socket.
@Suite struct SceneControlTests {
    private let group: TestGroup

    init() throws { group = try TestGroup() }

    @Test func scenesAreSavedAndShownAsItWasAsked() async throws {
        let (name, store) = (try #require(SceneName("talk")), SceneStore("/a/scenes"))
        let requests: [SceneRequest] = [
            .save(name, in: store), .show(name, in: store, .cut), .show(name, in: store, LayerTransition(.fade, .milliseconds(500))),
        ]
        let session = FakeSession()
        try await group.serving(session) { [group, requests] in
            let reports = try requests.map { try ControlClient(group.directory.name).steer($0) }
            #expect(reports.map(\.file) == Array(repeating: "/a/scenes/talk.json", count: 3) && reports[1].left.count == 1)
        }
        #expect(session.wasTold.scenes == requests)
    }

    @Test func sourcesComeAndGoAsItWasAsked() async throws {
        let cam = try #require(SourceName("cam"))
        let agent = SourceChoice(cam, .agent(backend: "media", arguments: ["--device", "/dev/video0"]))
        let requests: [SourceRequest] = [
            .add(agent, try LayerChoice(cam, words: ["right-20,bottom-20", "300x300", "z=1"])), .add(SourceChoice(cam, .none), nil), .remove(cam),
        ]
        let session = FakeSession()
        try await group.serving(session) { [group, requests] in
            let operations = try requests.map { try ControlClient(group.directory.name).steer($0).operation?.id }
            #expect(operations == [1, nil, nil])
        }
        #expect(session.wasTold.sources == requests)
    }

    @Test func whatIsWrongIsTold() async throws {
        let packets: [(text: String, words: String)] = [
            (#"{"v":1,"do":"scene-save"}"#, #"\"name\":\"talk\""#), (#"{"v":1,"do":"scene-save","name":"../a"}"#, "is no name of a scene"),
            (#"{"v":1,"do":"scene-show","name":"a","folder":"scenes"}"#, "no absolute path"),
            (#"{"v":1,"do":"scene-show","name":"a","folder":"/a","transition":"jump"}"#, "is no transition"),
            (#"{"v":1,"do":"scene-remove","name":"a","folder":"/no/such/folder"}"#, "there is no scene"),
            (#"{"v":1,"do":"source-add"}"#, #"\"source\":\"cam\""#), (#"{"v":1,"do":"source-add","source":"screen"}"#, "another name"),
            (#"{"v":1,"do":"source-add","source":"canvas"}"#, "another name"),
            (#"{"v":1,"do":"source-add","source":"cam","backend":"../x"}"#, "backend"),
            (#"{"v":1,"do":"source-add","source":"cam","arguments":["a"]}"#, "backend"),
            (#"{"v":1,"do":"source-add","source":"cam","set":["wide"]}"#, "wide"), (#"{"v":1,"do":"source-remove"}"#, #"\"source\":\"cam\""#),
        ]
        let session = FakeSession()
        let replies = try await group.serving(session) { [group] in try RawPackets.exchange(packets.map { Array($0.text.utf8) }, group.directory) }
        for (packet, reply) in zip(packets, replies) {
            #expect(reply.contains(#""code":"#) && reply.contains(packet.words), "\(packet.text): \(reply)")
        }
        #expect(session.wasTold.scenes.isEmpty && session.wasTold.sources.isEmpty)
    }

    @Test func scenesAreListedAndRemovedWithoutTheSession() async throws {
        let store = SceneStore(group.directory.path + "/scenes")
        try store.save(Scene(), as: try #require(SceneName("talk")))
        try store.save(Scene(), as: try #require(SceneName("break")))
        let replies = try await group.serving(FakeSession()) { [group] in
            try RawPackets.exchange(
                [#"{"v":1,"do":"scenes","folder":"\#(store.folder)"}"#, #"{"v":1,"do":"scene-remove","name":"talk","folder":"\#(store.folder)"}"#]
                    .map { Array($0.utf8) }, group.directory)
        }
        #expect(replies[0].contains(#""name":"break""#) && replies[0].contains(#""name":"talk""#))
        #expect(replies[1].contains(#""name":"break""#) && !replies[1].contains(#""name":"talk""#))
    }
}
