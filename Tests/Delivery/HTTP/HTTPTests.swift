import Fixtures
import Foundation
import Platform
import ServerFixtures
import Testing

@testable import Delivery

@Suite(.timeLimit(.minutes(15))) struct HTTPTests {
    private func playlist(_ server: PutServer, _ name: String = "live.m3u8") throws -> (text: String, segments: [String]) {
        let text = try String(contentsOfFile: server.file(name), encoding: .utf8)
        return (text, text.split(separator: "\n").filter { $0.contains(".ts") }.map(String.init))
    }

    private func open(_ url: TargetURL, _ limit: Duration) throws(DeliveryError) {
        let store = SegmentServer(url, TargetSettings(), counting: ByteCount())
        try store.open(url, "#EXTM3U\n", isFirst: true, until: .now() + limit) { true }
    }

    /// It was out of reach when something was to be deleted.
    @Test func aServerThatComesBackIsAskedToDeleteAgain() throws {
        let server = try PutServer()
        let url = try TargetURL(parsing: server.url("live/a.m3u8"))
        let store = SegmentServer(url, TargetSettings(), counting: ByteCount())
        func open() throws { try store.open(url, "#EXTM3U\n", isFirst: false, until: .now() + .seconds(30)) { true } }
        try open()
        server.kill()
        store.remove("old.m4s", until: .now() + .seconds(5))
        try server.start()
        try open()
        store.remove("old.m4s", until: .now() + .seconds(30))
        #expect(server.requests.contains { $0[1] == "DELETE" }, "\(server.requests)")
    }

    @Test(arguments: [(closes: false, isSecure: false), (true, false), (false, true), (true, true)])
    func aWebServerHoldsALivePlaylistAndItsSegments(closes: Bool, isSecure: Bool) throws {
        let server = try PutServer(user: "ada:s3cret/word", closes: closes, isSecure: isSecure)
        let broadcast = try Broadcast(speed: 8, waitsForTargets: true)
        let target = try broadcast.add(server.url("hls/live.m3u8?token=KEY", at: "ada:s3cret%2Fword@localhost")) {
            if isSecure { $0.certificates = server.authorities }
        }
        #expect(Watchdog.until { target.status.state == .live }, "\(target.status)")
        #expect(broadcast.goesOn(pictures: 30 * 25))
        let (live, listed) = try playlist(server)
        #expect(!live.contains("ENDLIST") && listed.count == 6, "\(live)")
        broadcast.end()
        #expect(target.status.state == .closed && target.status.lastError == nil && target.status.droppedPictures == 0, "\(target.status)")
        let (ended, names) = try playlist(server)
        #expect(ended.hasSuffix("#EXT-X-ENDLIST\n") && !ended.contains("KEY"))
        for name in names {
            let rows = Program.probe(server.file(name), "packet=flags", ["-select_streams", "v"])
            #expect(rows.first?.first?.hasPrefix("K") == true, "\(name) does not start with a key frame")
        }
        #expect(Program.decodingComplaints(server.file("live.m3u8")) == "")
        #expect(server.names.filter { $0.hasSuffix(".ts") }.count <= 6 + 3 + 1, "\(server.names)")
        let requests = server.requests
        #expect(requests.allSatisfy { $0[2].hasSuffix("?token=KEY") })
        #expect(Set(requests.filter { $0[1] == "PUT" }.map { $0[3] }) == ["video/mp2t", "application/vnd.apple.mpegurl"])
        if !closes { #expect(Set(requests.map { $0[0] }).count == 1, "one connection should do") }
    }

    @Test func theNameMayStandInTheQuery() throws {
        let server = try PutServer(deletes: false)
        let broadcast = try Broadcast(speed: 8)
        let target = try broadcast.add(server.url("upload?cid=KEY&copy=0&file=live.m3u8"))
        #expect(Watchdog.until { target.status.state == .live }, "\(target.status)")
        #expect(broadcast.goesOn(pictures: 30 * 25))
        broadcast.end()
        #expect(target.status.state == .closed && target.status.lastError == nil, "\(target.status)")
        #expect(Program.decodingComplaints(server.file("live.m3u8")) == "")
        // Refused once, never asked again.
        #expect(server.requests.filter { $0[1] == "DELETE" }.count == 1)
    }

    @Test(arguments: [
        (401, DeliveryError.Code.badKey), (403, .badKey), (404, .rejected), (405, .rejected), (410, .expired), (507, .blocked), (503, .unreachable),
        (302, .rejected), (423, .busy),
    ])
    func aServersNoIsTyped(status: Int, code: DeliveryError.Code) throws {
        let server = try PutServer(refusal: status)
        let url = try TargetURL(parsing: server.url("live.m3u8?token=KEY"))
        let error = try #require(throws: DeliveryError.self) { try open(url, .seconds(10)) }
        #expect(error.code == code && error.message.contains("\(status)") && !error.message.contains("KEY"), "\(error)")
    }

    @Test func aWrongPasswordIsNamed() throws {
        let server = try PutServer(user: "ada:right")
        let broadcast = try Broadcast()
        defer { broadcast.end() }
        let target = try broadcast.add("http://ada:wrong@127.0.0.1:\(server.port)/live.m3u8")
        #expect(Watchdog.until { target.status.state == .failed }, "\(target.status)")
        #expect(target.status.lastError?.code == .badKey && target.status.lastError?.message.contains("wrong@") == false, "\(target.status)")
    }

    @Test func aServerThatIsRestartedGetsTheRestAndAMarkOfTheGap() throws {
        let server = try PutServer()
        let broadcast = try Broadcast(speed: 4)
        let target = try broadcast.add(server.url("live.m3u8"))
        #expect(Watchdog.until { server.names.contains("live-000001.ts") }, "\(target.status)")
        server.kill()
        #expect(Watchdog.until { target.status.state == .reconnecting }, "\(target.status)")
        #expect([.refused, .lost].contains(target.status.lastError?.code), "\(target.status)")
        try server.start()
        #expect(Watchdog.until { target.status.state == .live && target.status.reconnects == 1 }, "\(target.status)")
        #expect(broadcast.goesOn(pictures: 120))
        broadcast.end()
        let (text, _) = try playlist(server)
        #expect(text.contains("#EXT-X-DISCONTINUITY\n"), "\(text)")
    }

    @Test func aServerThatHangsIsLeft() throws {
        let server = try PutServer()
        let broadcast = try Broadcast(speed: 4)
        let target = try broadcast.add(server.url("live.m3u8")) { ($0.stallLimit, $0.connectLimit) = (.milliseconds(500), .milliseconds(500)) }
        #expect(Watchdog.until { target.status.state == .live }, "\(target.status)")
        server.pause()
        #expect(Watchdog.until { target.status.lastError?.code == .timedOut }, "\(target.status)")
        server.resume()
        #expect(Watchdog.until { target.status.state == .live && target.status.reconnects > 0 }, "\(target.status)")
        broadcast.end()
    }

    @Test func whatWasMeantToBeSecretIsNeverSentInClear() throws {
        let listener = Listener()
        let heard = Notes<[UInt8]>()
        let worker = try Worker(name: "test-clear") {
            let line = listener.accept()
            heard.add(line?.read() ?? [])
            line?.write(Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8))
            line?.finish()
            heard.add(line?.readToEnd().bytes ?? [])
        }
        let url = try TargetURL(parsing: "https://ada:KEY@127.0.0.1:\(listener.port)/live.m3u8?token=KEY")
        let error = try #require(throws: DeliveryError.self) { try open(url, .seconds(20)) }
        worker.join()
        #expect(error.code == .rejected && error.message.contains("does not speak TLS") && !error.message.contains("KEY"), "\(error)")
        // A greeting of TLS, and nothing behind it.
        #expect(heard.all.first?.first == 0x16)
        #expect(!heard.all.joined().indices.isEmpty && !String(decoding: Array(heard.all.joined()), as: UTF8.self).contains("HTTP"))
    }

    @Test func whatIsNoWebServerIsSaid() throws {
        let fixture = Listener()
        let deaf = try TargetURL(parsing: "http://127.0.0.1:\(fixture.port)/live.m3u8")
        let error = try #require(throws: DeliveryError.self) { try open(deaf, .milliseconds(300)) }
        #expect(error.code == .timedOut, "\(error)")
        let absent = try TargetURL(parsing: "http://127.0.0.1:\(Port.free())/live.m3u8")
        let refused = try #require(throws: DeliveryError.self) { try open(absent, .seconds(5)) }
        #expect(refused.code == .refused, "\(refused)")
    }
}
