import AppGroup
import ControlFixtures
import Glibc
import Logging
import Platform
import Session
import Testing

@testable import Control

/// The control socket, with a real server and real clients.
@Suite struct ControlTests {
    private let group: TestGroup
    private let session = FakeSession()

    init() throws { group = try TestGroup() }

    private func serving<Answer: Sendable>(_ body: @escaping @Sendable () throws -> Answer) async throws -> Answer {
        try await group.serving(session, body)
    }

    @Test func statusMakesTheRoundTrip() async throws {
        let status = try await serving { [group] in try ControlClient(group.directory.name).status() }
        #expect(status.group == "talk" && status.uptimeSeconds == 65.5 && status.picture.fps == 29.5 && status.microphone.peakDbfs == -24)
    }

    @Test func stopAndMuteReachTheSession() async throws {
        try await serving { [group] in
            let client = try ControlClient(group.directory.name)
            _ = try client.steer(.mute(source: "mic", true))
            _ = try client.steer(.mute(source: "mic", false))
            try client.stop()
        }
        #expect(session.wasTold == FakeSession.Told(stops: 1, sound: [.mute(source: "mic", true), .mute(source: "mic", false)]))
    }

    @Test func whatIsNoRequestIsAnsweredWithAReason() async throws {
        let packets: [(text: String, code: String)] = [
            ("", "malformed"), ("{", "malformed"), ("[]", "malformed"), ("null", "malformed"), ("\u{0}\u{1}", "malformed"),
            (#"{"v":"1","do":"status"}"#, "malformed"), (#"{"v":1,"do":7}"#, "malformed"), (String(repeating: "x", count: 20_000), "malformed"),
            (#"{"do":"status"}"#, "unsupportedVersion"), (#"{"v":2,"do":"stop"}"#, "unsupportedVersion"),
            (#"{"v":1}"#, "unknownRequest"), (#"{"v":1,"do":"SWAP"}"#, "unknownRequest"), (#"{"v":1,"do":"reboot"}"#, "unknownRequest"),
        ]
        // A packet of no bytes reads like an end, so it is one.
        let texts = packets.dropFirst()
        let replies = try await serving { [group] in try RawPackets.exchange(texts.map { Array($0.text.utf8) }, group.directory) }
        for (packet, reply) in zip(texts, replies) {
            #expect(reply.contains(#""code":"\#(packet.code)""#) && reply.contains(#""v":1"#), "\(packet.text.prefix(40)): \(reply)")
        }
        #expect(session.wasTold == FakeSession.Told())
    }

    /// What lies behind a NUL is not there for the system: a path would be checked as a whole, and used in part.
    @Test func noTextHasANULInIt() async throws {
        let packets = [
            #"{"v":1,"do":"snapshot","file":"/pictures/a\u0000.png"}"#, #"{"v":1,"do":"overlay-add","file":"/logo.png\u0000x"}"#,
            #"{"v":1,"do":"background","clip":"/away.mp4\u0000"}"#, #"{"v":1,"do":"background","file":"/away.png\u0000x"}"#,
            #"{"v":1,"do":"music-play","url":"/song.ogg\u0000x"}"#, #"{"v":1,"do":"filter-add","source":"cam","set":["smooth=1","lut=/a\u0000"]}"#,
        ]
        let replies = try await serving { [group] in try RawPackets.exchange(packets.map { Array($0.utf8) }, group.directory) }
        for (packet, reply) in zip(packets, replies) { #expect(reply.contains("holds a NUL character: leave it out"), "\(packet): \(reply)") }
        #expect(replies.count == packets.count && session.wasTold == FakeSession.Told())
    }

    @Test func whatIsTooLongIsToldHowLongItMayBe() async throws {
        let packets = [String(repeating: "x", count: 20_000), #"{"v":1,"do":"stop"}"#]
        let replies = try await serving { [group] in try RawPackets.exchange(packets.map { Array($0.utf8) }, group.directory) }
        #expect(replies.first?.contains("a request has at most 16 KiB") == true && replies.last == #"{"v":1}"#, "\(replies)")
    }

    @Test func aFieldOfALaterVersionDoesNoHarm() async throws {
        let replies = try await serving { [group] in try RawPackets.exchange([Array(#"{"v":1,"do":"stop","why":[1]}"#.utf8)], group.directory) }
        #expect(replies == [#"{"v":1}"#])
    }

    @Test func aClientThatNeverReadsKeepsNoOtherWaiting() async throws {
        let status = try await serving { [group] in
            let slow = try PacketSocket(connectingTo: group.directory.controlPath)
            try slow.setNonblocking()
            // Until the server has nowhere to put an answer and drops it, or its own queue is full.
            for _ in 0..<5000 {
                do throws(SystemError) { try slow.send(Array(#"{"v":1,"do":"status"}"#.utf8)) } catch { break }
            }
            let silent = try (0..<8).map { _ in try PacketSocket(connectingTo: group.directory.controlPath) }
            return try withExtendedLifetime((slow, silent)) { try ControlClient(group.directory.name).status() }
        }
        #expect(status.pid == 4711)
    }

    @Test func withoutAHostTheRemedyIsNamed() throws {
        let client = try ControlClient(group.directory.name)
        let error = #expect(throws: ControlError.self) { try client.status() }
        #expect(error?.code == .noHost && error?.message.contains("splitcast live --group") == true)
    }

    @Test func aHostThatHangsIsSaidToHang() throws {
        let lock = try HostLock(group.directory)
        let listener = try PacketListener(path: group.directory.controlPath)
        try withExtendedLifetime((lock, listener)) {
            let client = try ControlClient(group.directory.name, timeLimit: .milliseconds(50))
            let error = #expect(throws: ControlError.self) { try client.status() }
            #expect(error?.code == .notAnswering && error?.message.contains("pid \(getpid())") == true)
        }
    }

    @Test func endingIsOverWhenTheHostIsGone() throws {
        #expect(HostEnding(of: group.directory) == nil)
        let lock = try HostLock(group.directory)
        try withExtendedLifetime(lock) {
            let ending = try #require(HostEnding(of: group.directory))
            #expect(ending.pid == getpid() && !ending.isOver)
            let error = #expect(throws: ControlError.self) { try ending.wait(timeLimit: .milliseconds(30)) {} }
            #expect(error?.code == .notEnding && error?.message.contains("kill -9 \(getpid())") == true)
        }
    }
}
