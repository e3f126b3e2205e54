import Fixtures
import Glibc
import Testing

@testable import Control

@Suite struct PageAddressTests {
    @Test(arguments: [
        ("127.0.0.1:8080", "127.0.0.1", 8080, true), ("localhost:0", "localhost", 0, true), ("[::1]:81", "::1", 81, true),
        ("ip6-localhost:1", "ip6-localhost", 1, true), ("127.0.1.1:1", "127.0.1.1", 1, true),
        ("0.0.0.0:80", "0.0.0.0", 80, false), ("127.evil.example:80", "127.evil.example", 80, false), ("studio:65535", "studio", 65535, false),
    ])
    func isRead(text: String, host: String, port: Int, isLoopback: Bool) throws {
        let address = try PageAddress(text)
        #expect(address.host == host && address.port == port && address.isLoopback == isLoopback && address.isNamed)
        #expect(address.description == text)
    }

    @Test(arguments: ["", "8080", ":80", "host:", "host:x", "host:65536", "host:-1", "a/b:80", "::1:80", "a b:80", "host:+80"])
    func isRefusedWithTheRightForm(text: String) {
        let error = #expect(throws: ControlError.self) { try PageAddress(text) }
        #expect(error?.code == .badAddress && error?.message.contains("HOST:PORT") == true)
    }

    @Test func offIsAdvisedWhereItIsTaken() throws {
        let refused = #expect(throws: ControlError.self) { try PageAddress("off") }
        #expect(refused?.message == "--http off: no port: give HOST:PORT such as 127.0.0.1:8080, or off")
        let needed = #expect(throws: ControlError.self) { try PageAddress("off", isOptional: false) }
        #expect(needed?.message == "--http off: no port: give HOST:PORT such as 127.0.0.1:8080")
        let listener = Listener()
        for (isOptional, end) in [(true, "--http 127.0.0.1:0, or --http off"), (false, "--http 127.0.0.1:0")] {
            let taken = try PageAddress("127.0.0.1:\(listener.port)", isOptional: isOptional)
            let error = #expect(throws: ControlError.self) { try PortChoice.free(taken) }
            #expect(error?.message.hasSuffix(end) == true, "\(String(describing: error))")
        }
    }

    @Test(arguments: ["live.m3u8", "live-000001.ts", "init.mp4", "a_b.m4s"])
    func filesOfTheStreamAreServed(name: String) { #expect(LiveFile(name)?.name == name) }

    @Test(arguments: [
        "", ".m3u8", "..", "../host.lock", "a/b.ts", "live.m3u8.tmp", "host.lock", "control.sock", "%2e%2e.ts", "a\u{0}.ts", "live", "x.TS",
        String(repeating: "x", count: 62) + ".ts", "ü.ts",
    ])
    func nothingElseIs(name: String) { #expect(LiveFile(name) == nil) }

    /// What stands for all addresses of the machine cannot be opened elsewhere; the others stay what they are.
    @Test(arguments: ["0.0.0.0:8080", "[::]:8080", "127.0.0.1:80", "studio:81", "[::1]:82"]) func whatIsPrintedCanBeOpened(text: String) throws {
        let address = try PageAddress(text)
        let reachable = address.reachable
        #expect(reachable.port == address.port)
        if address.host == "0.0.0.0" || address.host == "::" {
            #expect(!["0.0.0.0", "::"].contains(reachable.host))
            var room = in6_addr()
            #expect([AF_INET, AF_INET6].contains { inet_pton($0, reachable.host, &room) == 1 }, "\(reachable.host)")
        } else {
            #expect(reachable == address)
        }
    }

    @Test(arguments: [("localhost:80", "localhost"), ("[::1]:80", "::1"), ("[::1]", "::1"), ("EVIL.example", "evil.example"), ("", "")])
    func hostHeadersAreRead(authority: String, name: String) { #expect(PageAccess.name(of: authority) == name) }
}
