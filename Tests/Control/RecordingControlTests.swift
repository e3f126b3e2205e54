import ControlFixtures
import Platform
import Session
import Testing

@testable import Control

/// What can be asked of recordings and the replay, over a real control socket.
@Suite struct RecordingControlTests {
    private let group: TestGroup
    private let session = FakeSession(targets: [FakeSession.target(1, "rtmp://h/a/***"), FakeSession.target(2, "/tmp/a.mkv")])

    init() throws { group = try TestGroup() }

    @Test func aChapterArrivesWithItsNameOrWithout() async throws {
        let (named, plain) = try await group.serving(session) { [group] in
            let client = try ControlClient(group.directory.name)
            return (try client.mark("Fragen & \"mehr\""), try client.mark(nil))
        }
        #expect(session.wasTold.chapters == ["Fragen & \"mehr\"", nil])
        #expect(named.name == "Fragen & \"mehr\"" && named.targets == [2] && plain.name == "Chapter 1")
    }

    @Test func aClipArrivesWithItsLength() async throws {
        let (part, whole) = try await group.serving(session) { [group] in
            let client = try ControlClient(group.directory.name)
            let part = ReplayRequest("/tmp/clip.mkv", last: .milliseconds(2500))
            return (try client.saveReplay(part), try client.saveReplay(ReplayRequest("/tmp/c.mp4")))
        }
        #expect(session.wasTold.clips == [ReplayRequest("/tmp/clip.mkv", last: .milliseconds(2500)), ReplayRequest("/tmp/c.mp4")])
        #expect(part == ReplayReport(file: "/tmp/clip.mkv", seconds: 2.5, bytes: 1_000_000) && whole.seconds == 60)
    }

    @Test func requestsAreReadAsTheyAreDocumented() async throws {
        let cases: [(text: String, answer: String)] = [
            (#"{"v":1,"do":"mark"}"#, #""chapter":{"name":"Chapter 1","targets":[2],"without":[]}"#),
            (#"{"v":1,"do":"mark","name":"Questions"}"#, #""name":"Questions""#), (#"{"v":1,"do":"mark","name":7}"#, #""code":"badField""#),
            (#"{"v":1,"do":"mark","name":""}"#, "is empty"), (#"{"v":1,"do":"mark","name":"a\nb"}"#, "control character"),
            ("{\"v\":1,\"do\":\"mark\",\"name\":\"\(String(repeating: "x", count: 256))\"}", "255 at most"),
            (#"{"v":1,"do":"replay-save","file":"/tmp/a.mkv","seconds":30}"#, #""replay":{"bytes":1000000,"file":"/tmp/a.mkv","seconds":30}"#),
            (#"{"v":1,"do":"replay-save"}"#, #""code":"missingField""#), (#"{"v":1,"do":"replay-save","file":"a.mkv"}"#, "absolute path"),
            (#"{"v":1,"do":"replay-save","file":"/tmp/a.mkv","seconds":0}"#, #""code":"badField""#),
            (#"{"v":1,"do":"replay-save","file":"/tmp/a.mkv","seconds":1e300}"#, #""code":"badField""#),
            (#"{"v":1,"do":"replay-save","file":"/tmp/a.mkv","seconds":"30"}"#, #""code":"badField""#),
        ]
        let replies = try await group.serving(session) { [group] in try RawPackets.exchange(cases.map { Array($0.text.utf8) }, group.directory) }
        for (one, reply) in zip(cases, replies) { #expect(reply.contains(one.answer), "\(one.text): \(reply)") }
        #expect(session.wasTold.chapters.count == 2 && session.wasTold.clips.count == 1)
    }

    @Test func aSnapshotArrivesWithItsPlace() async throws {
        let asked = [SnapshotRequest(.file("/tmp/a.jpg"), format: .jpeg), SnapshotRequest(.folder("/tmp"))]
        let reports = try await group.serving(session) { [group] in
            let client = try ControlClient(group.directory.name)
            return try asked.map { try client.takeSnapshot($0) }
        }
        #expect(session.wasTold.snapshots == asked)
        #expect(reports[0] == SnapshotReport(file: "/tmp/a.jpg", source: "canvas", width: 1280, height: 720, bytes: 100_000))
    }

    @Test func snapshotsAreReadAsTheyAreDocumented() async throws {
        let cases: [(text: String, answer: String)] = [
            (#"{"v":1,"do":"snapshot","folder":"/pictures"}"#, #""snapshot":{"bytes":100000,"file":"/pictures/shot-1.png","height":720,"#),
            (#"{"v":1,"do":"snapshot","file":"/a.jpg","source":"screen"}"#, #""file":"/a.jpg""#),
            (#"{"v":1,"do":"snapshot","folder":"/pictures","format":"jpeg"}"#, "shot-3.jpg"),
            (#"{"v":1,"do":"snapshot"}"#, #""code":"missingField""#), (#"{"v":1,"do":"snapshot","folder":"pictures"}"#, "absolute path"),
            (#"{"v":1,"do":"snapshot","file":"/a.png","folder":"/b"}"#, "not both"), (#"{"v":1,"do":"snapshot","file":"/a.gif"}"#, "end in .png"),
            (#"{"v":1,"do":"snapshot","file":"/a.png","format":"jpeg"}"#, #""code":"badField""#),
            (#"{"v":1,"do":"snapshot","folder":"/a","format":"gif"}"#, #"\"png\" or \"jpeg\""#),
            (#"{"v":1,"do":"snapshot","folder":"/a","source":"Cam 2"}"#, #"\"Cam 2\" is no source"#),
            (#"{"v":1,"do":"snapshot","folder":7}"#, #""code":"badField""#),
        ]
        let replies = try await group.serving(session) { [group] in try RawPackets.exchange(cases.map { Array($0.text.utf8) }, group.directory) }
        for (one, reply) in zip(cases, replies) { #expect(reply.contains(one.answer), "\(one.text): \(reply)") }
        #expect(session.wasTold.snapshots.count == 3)
    }

    @Test func aRefusalIsHandedOn() async throws {
        let idle = FakeSession()
        let error = await #expect(throws: ControlError.self) {
            try await group.serving(idle) { [group] in try ControlClient(group.directory.name).mark(nil) }
        }
        #expect(error?.code == .refused && error?.message == "nothing is recorded now", "\(String(describing: error))")
    }

    @Test func thePreviewsMemoryComesWithTheAnswer() async throws {
        let session = FakeSession()
        try await group.serving(session) { [group] in
            let socket = try PacketSocket(connectingTo: group.directory.path + "/control.sock")
            try socket.send(Array(#"{"v":1,"do":"preview"}"#.utf8))
            let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 16)
            defer { buffer.deallocate() }
            var passed: OwnedDescriptor?
            guard case .packet(let count, let hasDescriptor) = try socket.receive(into: buffer, passed: &passed) else {
                Issue.record("no answer")
                return
            }
            #expect(hasDescriptor)
            let text = String(decoding: buffer[..<count], as: UTF8.self)
            #expect(text.contains(#""preview":{"bytes":4096,"height":48,"leaseSeconds":5,"width":64}"#), "\(text)")
        }
    }
}
