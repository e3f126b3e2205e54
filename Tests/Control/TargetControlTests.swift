import ControlFixtures
import Foundation
import Session
import Testing

@testable import Control

/// What can be asked of the targets, over a real control socket.
@Suite struct TargetControlTests {
    private let group: TestGroup
    private let session = FakeSession(targets: [FakeSession.target(1, "rtmp://h/a/***"), FakeSession.target(2, "/tmp/a.mkv", "paused")])

    init() throws { group = try TestGroup() }

    static let requests: [TargetRequest] = [
        .add("rtmp://live.example.com/app/KEY?token=a\"b"), .add("srt://h:9000?streamid=ü"), .remove(id: 1), .pause(id: 1), .resume(id: 2),
        .reconnect(id: 1), .reconnect(id: nil), .move(id: 2, encoding: "low"),
    ]

    @Test(arguments: requests) func arrivesAsItWasAsked(request: TargetRequest) async throws {
        let targets = try await group.serving(session) { [group] in try ControlClient(group.directory.name).steer(request) }
        #expect(session.wasTold.targets == [request])
        #expect(targets.map(\.state) == session.status().targets.map(\.state) && targets.map(\.id) == session.status().targets.map(\.id))
    }

    @Test func theListIsTheTargetsOfTheStatus() async throws {
        let targets = try await group.serving(session) { [group] in try ControlClient(group.directory.name).targets() }
        #expect(targets.map(\.id) == [1, 2] && targets.map(\.state) == ["live", "paused"] && targets[0].url == "rtmp://h/a/***")
        #expect(session.wasTold == FakeSession.Told())
    }

    @Test func theAnswerIsTheTargetsAsChanged() async throws {
        let (added, paused, left) = try await group.serving(session) { [group] in
            let client = try ControlClient(group.directory.name)
            return (try client.steer(.add("rtmp://h/a/SECRET")), try client.steer(.pause(id: 1)), try client.steer(TargetRequest.remove(id: 2)))
        }
        #expect(added.map(\.id) == [1, 2, 3] && added[2].url == "rtmp://h/a/***")
        #expect(paused[0].state == "paused" && left.map(\.id) == [1, 3])
    }

    @Test func aFolderForALadderIsATarget() throws {
        func read(_ url: String) throws -> ControlRequest {
            try JSONDecoder().decode(ControlRequest.self, from: Data(#"{"v":1,"do":"target-add","url":"\#(url)"}"#.utf8))
        }
        #expect(try read("hls:/www/live") != read("hls:/www/other"))
        #expect(throws: (any Error).self) { try read("hls:www/live") }
    }

    @Test func requestsAreReadAsTheyAreDocumented() async throws {
        let cases: [(text: String, answer: String)] = [
            (#"{"v":1,"do":"targets"}"#, #""id":2"#), (#"{"v":1,"do":"target-add","url":"rtmp://h/a/SECRET"}"#, #""id":3"#),
            (#"{"v":1,"do":"target-pause","id":1}"#, #""state":"paused""#), (#"{"v":1,"do":"target-resume","id":1}"#, #""state":"connecting""#),
            (#"{"v":1,"do":"reconnect"}"#, #""targets":["#), (#"{"v":1,"do":"reconnect","id":2}"#, #""targets":["#),
            (#"{"v":1,"do":"target-remove","id":3,"why":[1]}"#, #""targets":["#),
            (#"{"v":1,"do":"target-encoding","id":1,"encoding":"low"}"#, #""encoding":"low""#),
            (#"{"v":1,"do":"target-encoding","id":1}"#, #"\"encoding\":\"low\""#),
            (#"{"v":1,"do":"target-add"}"#, #""code":"missingField""#), (#"{"v":1,"do":"target-add","url":7}"#, #""code":"badField""#),
            (#"{"v":1,"do":"target-add","url":["rtmp://h/a/k"]}"#, #""code":"badField""#),
            (#"{"v":1,"do":"target-add","url":"ftp://h/SECRET"}"#, #""code":"badField""#),
            (#"{"v":1,"do":"target-add","url":""}"#, #""code":"badField""#),
            (#"{"v":1,"do":"target-add","url":"talk.mkv"}"#, "absolute path"),
            (#"{"v":1,"do":"target-add","url":"./a/talk.mkv"}"#, #""code":"badField""#),
            (#"{"v":1,"do":"music-play","url":"song.ogg"}"#, "absolute path"),
            (#"{"v":1,"do":"target-remove"}"#, #""code":"missingField""#), (#"{"v":1,"do":"target-pause"}"#, #""code":"missingField""#),
            (#"{"v":1,"do":"target-resume"}"#, #""code":"missingField""#), (#"{"v":1,"do":"target-pause","id":"1"}"#, #""code":"badField""#),
            (#"{"v":1,"do":"target-pause","id":1.5}"#, #""code":"badField""#),
            (#"{"v":1,"do":"target-remove","id":99999999999999999999}"#, #""code":"badField""#),
            (#"{"v":1,"do":"reconnect","id":[]}"#, #""code":"badField""#), (#"{"v":1,"do":"target-remove","id":-1}"#, #""code":"unknownTarget""#),
            (#"{"v":1,"do":"target-pause","id":9}"#, #""code":"unknownTarget""#), (#"{"v":1,"do":"reconnect","id":9}"#, "there are: 1, 2"),
        ]
        let replies = try await group.serving(session) { [group] in try RawPackets.exchange(cases.map { Array($0.text.utf8) }, group.directory) }
        for (one, reply) in zip(cases, replies) {
            #expect(reply.contains(one.answer) && reply.contains(#""v":1"#), "\(one.text): \(reply)")
            #expect(!reply.contains("SECRET"), "\(reply)")
        }
        // What is malformed never comes to the session.
        let told = session.wasTold.targets
        #expect(told.count == 12 && told.filter { if case .add = $0 { true } else { false } }.count == 3, "\(told)")
    }

    @Test func aServiceIsItsAddressWithTheKeyBehindIt() async throws {
        let cases: [(fields: String, answer: String)] = [
            (#""service":"twitch","key":" SECRET\n""#, "live.twitch.tv:443"), (#""service":"YouTube","key":"SECRET","url":null"#, "youtube.com:443"),
            (#""service":"twich","key":"SECRET""#, "one of twitch, youtube"), (#""service":"twitch""#, #""code":"missingField""#),
            (#""service":"twitch","key":"SECRET KEY""#, "no stream key"), (#""service":"twitch","key":"""#, "no stream key"),
            (#""service":"twitch","key":"SECRETÜ""#, "no stream key"), (#""service":"twitch","key":["SECRET"]"#, #""code":"badField""#),
            (#""service":7,"key":"SECRET""#, #""code":"badField""#), (#""key":"SECRET""#, "is that of a"),
            (#""url":"rtmp://h/a/SECRET","key":"SECRET""#, "is that of a"),
            (#""url":"rtmp://h/a/SECRET","service":"twitch","key":"SECRET""#, "not both"),
        ]
        let replies = try await group.serving(session) { [group] in
            try RawPackets.exchange(cases.map { Array(#"{"v":1,"do":"target-add",\#($0.fields)}"#.utf8) }, group.directory)
        }
        for (one, reply) in zip(cases, replies) { #expect(reply.contains(one.answer) && !reply.contains("SECRET"), "\(one.fields): \(reply)") }
        #expect(
            session.wasTold.targets == [
                .add("rtmps://live.twitch.tv:443/app/SECRET"), .add("rtmps://a.rtmps.youtube.com:443/live2/SECRET"),
            ])
    }

    @Test func aRefusalOfTheSessionIsHandedOn() async throws {
        let error = await #expect(throws: ControlError.self) {
            try await group.serving(session) { [group] in try ControlClient(group.directory.name).steer(.pause(id: 7)) }
        }
        #expect(error?.code == .refused && error?.message == "there is no target 7; there are: 1, 2", "\(String(describing: error))")
    }
}
