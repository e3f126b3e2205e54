import Delivery
import Fixtures
import ServerFixtures
import Testing

/// Whom encrypted targets believe: RTMPS, and HLS by HTTPS.
@Suite(.timeLimit(.minutes(10))) struct CertificateTests {
    enum Kind: CaseIterable { case rtmps, https }

    /// A server of this kind.
    private enum Fixture {
        case rtmp(RTMPServer)
        case put(PutServer)

        init(_ kind: Kind, names: String = "DNS:localhost,IP:127.0.0.1", days: Int = 2) throws {
            switch kind {
            case .rtmps: self = .rtmp(try RTMPServer(isSecure: true, names: names, days: days))
            case .https: self = .put(try PutServer(isSecure: true, names: names, days: days))
            }
        }

        var authorities: String {
            switch self {
            case .rtmp(let server): server.authorities
            case .put(let server): server.authorities
            }
        }

        func url(_ host: String) -> String {
            switch self {
            case .rtmp(let server): "rtmps://\(host):\(server.securePort)/live/secretkey"
            case .put(let server): server.url("live.m3u8?token=secretkey", at: host)
            }
        }
    }

    /// How a target ends, or that it is live.
    private func outcome(_ fixture: Fixture, at host: String = "localhost", _ change: (inout TargetSettings) -> Void) throws -> TargetStatus {
        let broadcast = try Broadcast()
        defer { broadcast.end() }
        let target = try broadcast.add(fixture.url(host), change)
        #expect(Watchdog.until { [.live, .failed].contains(target.status.state) }, "\(target.status)")
        #expect(target.status.lastError?.message.contains("secretkey") != true)
        return target.status
    }

    @Test(arguments: Kind.allCases) func whoseAuthorityIsNamedIsBelieved(kind: Kind) throws {
        let fixture = try Fixture(kind)
        for host in ["localhost", "127.0.0.1"] {
            let status = try outcome(fixture, at: host) { $0.certificates = fixture.authorities }
            #expect(status.state == .live && !status.isUnchecked, "\(status)")
        }
    }

    @Test(arguments: Kind.allCases) func whoseAuthorityIsUnknownIsNot(kind: Kind) throws {
        let (fixture, stranger) = (try Fixture(kind), Scratch())
        let other = try TestCertificate(in: stranger)
        for file in [nil, other.certificate] {
            let status = try outcome(fixture) { $0.certificates = file }
            #expect(status.lastError?.code == .certificate && status.lastError?.message.contains("--tls-ca") == true, "\(status)")
            #expect(status.bytesSent == 0)
        }
    }

    @Test(arguments: Kind.allCases) func whoIsSomebodyElseIsNot(kind: Kind) throws {
        let fixture = try Fixture(kind, names: "DNS:elsewhere.example,IP:10.0.0.1")
        for host in ["localhost", "127.0.0.1"] {
            let status = try outcome(fixture, at: host) { $0.certificates = fixture.authorities }
            #expect(status.lastError?.code == .certificate && status.lastError?.message.contains("another name") == true, "\(status)")
        }
    }

    @Test(arguments: Kind.allCases) func whatHasExpiredIsNot(kind: Kind) throws {
        let fixture = try Fixture(kind, days: -1)
        let status = try outcome(fixture) { $0.certificates = fixture.authorities }
        #expect(status.lastError?.code == .certificate && status.lastError?.message.contains("expired") == true, "\(status)")
    }

    @Test(arguments: Kind.allCases) func anybodyIsWhereThatIsWantedAndItShows(kind: Kind) throws {
        let fixture = try Fixture(kind, names: "DNS:elsewhere.example", days: -1)
        let status = try outcome(fixture) { $0.isCertificateUnchecked = true }
        #expect(status.state == .live && status.isUnchecked, "\(status)")
    }
}
