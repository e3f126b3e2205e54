import Fixtures
import Foundation
import Platform
import ServerFixtures
import Testing

@testable import Delivery

/// HLS into an object store, by requests that are signed.
@Suite(.timeLimit(.minutes(5))) struct S3Tests {
    private func file(_ scratch: Scratch, key: String = S3Server.key) throws -> S3Credentials {
        try scratch.write("[live]\naws_access_key_id = \(S3Server.keyID)\naws_secret_access_key=\(key)\n[other]\naws_access_key_id=x\n", to: "key")
        return S3Credentials(.file(scratch.file("key")), region: "eu-central-1")
    }

    @Test func anObjectStoreTakesWhatIsSigned() throws {
        let (server, scratch) = (try S3Server(region: "eu-central-1"), Scratch())
        let credentials = try file(scratch)
        let broadcast = try Broadcast(speed: 8, waitsForTargets: true)
        let target = try broadcast.add(server.url("bucket/a%20talk/live.m3u8?x=1&a=b%2Fc")) { $0.s3 = ["127.0.0.1": credentials] }
        #expect(Watchdog.until { target.status.state == .live }, "\(target.status)")
        #expect(broadcast.goesOn(pictures: 30 * 25))
        broadcast.end()
        #expect(target.status.state == .closed && target.status.lastError == nil, "\(target.status)")
        #expect(server.requests.allSatisfy { ["200", "204"].contains($0[2]) } && server.requests.contains { $0[0] == "DELETE" })
        #expect(Program.decodingComplaints(server.file("live.m3u8")) == "")
    }

    /// A wrong key ends the target with what the server says; the key stands nowhere.
    @Test func aWrongKeyIsToldWithoutIt() throws {
        let (server, scratch) = (try S3Server(), Scratch())
        let credentials = try file(scratch, key: "WRONG-SECRET")
        let broadcast = try Broadcast(speed: 8)
        let target = try broadcast.add(server.url("bucket/live.m3u8")) {
            $0.s3 = ["127.0.0.1": credentials]
            $0.reconnect.limit = 1
        }
        #expect(Watchdog.until { target.status.state == .failed }, "\(target.status)")
        broadcast.end()
        let error = try #require(target.status.lastError)
        #expect(error.message.contains("403") && !"\(error)".contains("WRONG-SECRET"), "\(error)")
    }

    /// Other hosts see nothing of it.
    @Test func onlyTheHostThatIsNamedGetsSignedRequests() throws {
        let (server, scratch) = (try S3Server(), Scratch())
        let url = try TargetURL(parsing: server.url("bucket/live.m3u8"))
        var settings = TargetSettings()
        settings.s3 = ["bucket.example.com": try file(scratch)]
        let store = SegmentServer(url, settings, counting: ByteCount())
        #expect(throws: DeliveryError.self) { try store.open(url, "#EXTM3U\n", isFirst: true, until: .now() + .seconds(30)) { true } }
        #expect(server.requests.map { $0[2] } == ["403"])
    }

    /// A port is that of one of several servers on a machine.
    @Test(arguments: [
        ("example.com:9000", "Example.com:9000", true), ("example.com:9000", "example.com", false), ("example.com:9000", "example.com:80", false),
        ("example.com", "EXAMPLE.com:9000", true), ("example.com", "example.com", true), ("example.com", "example.org", false),
        ("[::1]:9000", "[::1]:9000", true), ("[::1]", "[::1]:9000", true), ("::1", "[::1]", true), ("[::1]:9000", "[::1]", false),
    ])
    func aServerIsNamedWithItsPortOrWithout(name: String, server: String, isMeant: Bool) throws {
        let authority = try Authority(parsing: server, scheme: "http", form: "http://HOST")
        #expect((S3Credentials.of(authority, among: [name: S3Credentials(.environment)]) != nil) == isMeant)
    }

    @Test func whereTheKeyIsMissingIsSaid() throws {
        let scratch = Scratch()
        try scratch.write("[live]\nregion=x\n", to: "empty")
        let missing: [(S3Credentials.Source, String)] = [
            (.file(scratch.file("none")), "cannot be read"), (.file(scratch.file("empty")), "holds no aws_access_key_id"),
        ]
        for (source, words) in missing {
            let failure = #expect(throws: DeliveryError.self) { try S3Credentials(source).check() }
            #expect(failure?.message.contains(words) == true, "\(String(describing: failure))")
        }
    }
}
