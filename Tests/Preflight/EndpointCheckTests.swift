import Fixtures
import Foundation
import Platform
import ServerFixtures
import Testing

@testable import Delivery
@testable import Preflight

@Suite(.timeLimit(.minutes(5))) struct EndpointCheckTests {
    private func check(_ address: String, _ change: (inout TargetSettings) -> Void = { _ in }) throws -> EndpointReport {
        var settings = TargetSettings()
        change(&settings)
        let check = EndpointCheck(try TargetURL(parsing: address), settings: settings)
        let report = check.run()
        #expect(!report.verdict.contains("secretkey"), "\(report.verdict)")
        #expect(!report.steps.dropLast().contains { !$0.isGood })
        #expect(report.steps.last?.isGood == (report.failure == nil))
        #expect(report.steps.allSatisfy { $0.took >= .zero })
        return report
    }

    @Test func anAcceptedKeyGoesThroughEveryPhaseAndLeavesTheStreamFree() throws {
        let fixture = try RTMPServer()
        for _ in 0..<2 {
            let report = try check(fixture.url("secretkey"))
            #expect(report.failure == nil, "\(report)")
            #expect(report.steps.map(\.phase) == [.resolve, .connect, .handshake, .application, .publish, .hold])
            #expect(report.verdict.contains("accepted"))
        }
    }

    @Test func aRefusedKeyIsToldAsSuch() throws {
        let fixture = try RTMPServer()
        let report = try check(fixture.url("secretkey?token=bad", application: "auth"))
        #expect([.badKey, .rejected].contains(report.failure?.code))
        #expect(report.steps.last?.phase == .publish)
    }

    @Test(arguments: [
        ("NetStream.Publish.BadName", "Stream already publishing", DeliveryError.Code.busy),
        ("NetStream.Publish.BadName", "Invalid stream key", .badKey), ("NetStream.Publish.Denied", "account is suspended", .blocked),
        ("NetStream.Publish.Expired", "", .expired),
    ])
    func whyAStreamIsRefusedIsTold(code: String, words: String, expected: DeliveryError.Code) throws {
        let server = try RefusingServer(code, words)
        let report = try check(server.address)
        #expect(report.failure?.code == expected, "\(report)")
    }

    @Test func aServerThatHasSecondThoughtsIsHeard() throws {
        let server = try RefusingServer("NetStream.Publish.BadName", "Invalid stream key", isLate: true)
        let report = try check(server.address)
        #expect(report.failure?.code == .badKey, "\(report)")
        #expect(report.steps.last?.phase == .hold || report.steps.last?.phase == .publish)
    }

    @Test func noOneThereEndsAtConnecting() throws {
        let report = try check("rtmp://127.0.0.1:\(Port.free())/live/secretkey")
        #expect(report.failure?.code == .refused)
        #expect(report.steps.last?.phase == .connect)
    }

    @Test func aNameThatNoOneHasEndsAtResolving() throws {
        let report = try check("rtmp://no-such-host.invalid/live/secretkey")
        #expect(report.failure?.code == .unreachable)
        #expect(report.steps.map(\.phase) == [.resolve])
    }

    @Test func aCertificateThatNoOneSignedEndsAtTLS() throws {
        let fixture = try RTMPServer(isSecure: true)
        let report = try check("rtmps://localhost:\(fixture.securePort)/live/secretkey")
        #expect(report.failure?.code == .certificate)
        #expect(report.steps.last?.phase == .tls)
        let trusting = try check("rtmps://localhost:\(fixture.securePort)/live/secretkey") { $0.certificates = fixture.authorities }
        #expect(trusting.failure == nil, "\(trusting)")
        #expect(trusting.steps.map(\.phase) == [.resolve, .connect, .tls, .handshake, .application, .publish, .hold])
    }

    @Test func srtIsCheckedByItsHandshake() throws {
        let fixture = try SRTServer(passphrase: "longsecretkeywords")
        let good = try check("\(fixture.url)?passphrase=longsecretkeywords&streamid=mine")
        #expect(good.failure == nil, "\(good)")
        #expect(good.steps.map(\.phase) == [.resolve, .handshake])
        let wrong = try check("\(fixture.url)?passphrase=anothersecretkey")
        #expect(wrong.failure?.code == .badKey)
        let refused = try check("\(fixture.url)?passphrase=longsecretkeywords&streamid=refuse/1409")
        #expect(refused.failure?.code == .busy, "\(refused)")
    }

    @Test func aWebServerIsAskedAndNothingIsPutThere() throws {
        let server = try PutServer()
        let report = try check(server.url("show.m3u8"))
        #expect(report.failure == nil, "\(report)")
        #expect(report.steps.map(\.phase) == [.resolve, .connect, .options])
        #expect(server.names.isEmpty && server.requests.isEmpty)
    }

    @Test(arguments: [
        ("204 No Content\r\nAllow: GET, HEAD", DeliveryError.Code?.some(.rejected)), ("204 No Content\r\nAllow: OPTIONS, PUT", nil),
        ("401 Unauthorized", .badKey), ("405 Method Not Allowed", nil), ("503 Service Unavailable", .unreachable), ("302 Found", .rejected),
    ])
    func whatAWebServerSaysIsUnderstood(answer: String, expected: DeliveryError.Code?) throws {
        let listener = Listener()
        let worker = try Worker(name: "web") {
            guard let line = listener.accept(within: .seconds(20)) else { return }
            _ = line.read()
            line.write(Array("HTTP/1.1 \(answer)\r\nContent-Length: 0\r\n\r\n".utf8))
            _ = line.readToEnd()
        }
        let report = try check("http://127.0.0.1:\(listener.port)/show.m3u8")
        worker.join()
        #expect(report.failure?.code == expected, "\(report)")
    }

    @Test func filesAreLookedAtAndNotTouched() throws {
        let scratch = Scratch()
        let path = scratch.file("talk.mkv")
        let fresh = try check(path)
        #expect(fresh.failure == nil)
        #expect(fresh.steps.map(\.phase) == [.directory, .writable, .space, .name])
        #expect(fresh.steps[2].note.contains("MiB free"))
        #expect(!FileManager.default.fileExists(atPath: path))
        #expect(FileManager.default.createFile(atPath: path, contents: Data("kept".utf8)))
        let taken = try check(path)
        #expect(taken.failure?.code == .exists)
        let replaced = try check(path) { $0.overwrites = true }
        #expect(replaced.failure == nil)
        #expect(FileManager.default.contents(atPath: path) == Data("kept".utf8))
    }

    @Test func overUDPNoOneAnswers() throws {
        let report = try check("udp://127.0.0.1:\(Port.free())")
        #expect(report.failure == nil)
        #expect(report.verdict.contains("no one reports"))
    }
}
