import Fixtures
import Foundation
import Platform
import Protocols
import Testing

@Suite(.timeLimit(.minutes(5))) struct TLSTests {
    private let soon = MediaTime.now() + .seconds(20)

    @Test(arguments: ["localhost", "127.0.0.1"]) func whatIsWrittenArrivesWhole(host: String) throws {
        let fixture = try TLSServer()
        let socket = try fixture.socket(.tls(caFile: fixture.authorities), to: host)
        var stages: [StreamSocket.Stage] = []
        try socket.connect(until: soon) { stages.append($0) }
        #expect(stages == [.resolving, .connecting, .securing])
        // Longer than a record, and than what the kernel takes at once.
        let text = String(repeating: "0123456789abcde\n", count: 100_000)
        try Array(text.utf8).withUnsafeBytes { try socket.write($0, until: soon) }
        socket.close(until: soon)
        #expect(Watchdog.until { (try? String(contentsOfFile: fixture.scratch.file("read"), encoding: .utf8))?.hasSuffix(text) == true })  // not yet
    }

    @Test func bytesComeBack() throws {
        let fixture = try TLSServer(options: ["-rev"])
        let socket = try fixture.socket(.tls(caFile: fixture.authorities))
        try socket.connect(until: soon)
        try Array("abc\n".utf8).withUnsafeBytes { try socket.write($0, until: soon) }
        var read: [UInt8] = []
        while read.count < 4 {
            var buffer = [UInt8](repeating: 0, count: 16)
            let count = try buffer.withUnsafeMutableBytes { try socket.read(into: $0, until: soon) }
            try #require(count > 0)
            read += buffer.prefix(count)
        }
        #expect(read == Array("cba\n".utf8))
        socket.abort()
    }

    @Test func anUnknownAuthorityIsNotTrustedUnlessNamedOrUnchecked() throws {
        let fixture = try TLSServer()
        let error = expectFailure(.certificate) { try fixture.socket(.tls()).connect(until: soon) }
        #expect(error?.message.contains("not signed by an authority that this machine trusts") == true, "\(String(describing: error))")
        try fixture.socket(.tls(isInsecure: true)).connect(until: soon)
    }

    @Test func aCertificateOfAnotherNameIsNotAccepted() throws {
        let fixture = try TLSServer(names: "DNS:elsewhere.example,IP:10.0.0.1")
        for host in ["localhost", "127.0.0.1"] {
            let error = expectFailure(.certificate) { try fixture.socket(.tls(caFile: fixture.authorities), to: host).connect(until: soon) }
            #expect(error?.message.contains("another name") == true, "\(String(describing: error))")
        }
    }

    @Test func anExpiredCertificateIsNotAccepted() throws {
        let fixture = try TLSServer(days: -1)
        let error = expectFailure(.certificate) { try fixture.socket(.tls(caFile: fixture.authorities)).connect(until: soon) }
        #expect(error?.message.contains("expired") == true, "\(String(describing: error))")
    }

    @Test func authoritiesThatCannotBeReadAreNamed() throws {
        let fixture = try TLSServer()
        for (name, content) in [("missing", nil), ("empty", ""), ("junk", "no certificate\n")] as [(String, String?)] {
            let path = fixture.scratch.file(name)
            try content?.write(toFile: path, atomically: true, encoding: .utf8)
            let error = expectFailure(.badAuthorities) { try fixture.socket(.tls(caFile: path)).connect(until: soon) }
            #expect(error?.message.contains(path) == true)
            #expect(expectFailure(.badAuthorities) { try TrustedAuthorities.check(path) }?.message.contains(path) == true)
        }
        try TrustedAuthorities.check(fixture.authorities)
    }

    @Test func onlyOldProtocolsAreRefused() throws {
        let fixture = try TLSServer(options: ["-tls1_1", "-cipher", "ALL:@SECLEVEL=0"])
        expectFailure(.tls) { try fixture.socket(.tls(caFile: fixture.authorities)).connect(until: soon) }
    }

    @Test func aServerWithoutTLSIsSaidToBeOne() throws {
        let listener = Listener()
        let worker = try Worker(name: "test-plain") {
            let line = listener.accept()
            _ = line?.read()
            line?.write(Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8))
            line?.finish()
            _ = line?.readToEnd()
        }
        let socket = try StreamSocket(host: "127.0.0.1", port: UInt16(listener.port), security: .tls())
        let error = expectFailure(.tls) { try socket.connect(until: soon) }
        #expect(error?.message.contains("does not speak TLS") == true, "\(String(describing: error))")
        worker.join()
    }

    @Test func aHangUpIsToldFromSilence() throws {
        let listener = Listener()
        let worker = try Worker(name: "test-hangup") {
            let line = listener.accept()
            _ = line?.read()
        }
        let socket = try StreamSocket(host: "127.0.0.1", port: UInt16(listener.port), security: .tls())
        expectFailure(.ended) { try socket.connect(until: soon) }
        worker.join()
        let silent = try StreamSocket(host: "127.0.0.1", port: UInt16(listener.port), security: .tls())
        let error = expectFailure(.timedOut) { try silent.connect(until: soon, eachStage: .milliseconds(200)) }
        #expect(error?.message.contains("encrypted greeting") == true, "\(String(describing: error))")
    }
}
