import Fixtures
import Platform
import Protocols
import ServerFixtures
import Testing

/// OpenSSL's server with a certificate of its own, which writes down what it reads.
final class TLSServer {
    let scratch = Scratch()
    let port = Port.free()
    private let server: FixtureProcess

    /// - Parameters:
    ///   - names: what the certificate is made out to, as OpenSSL writes alternative names.
    ///   - days: how long it is good; negative for one that has expired.
    ///   - options: more for the server.
    init(names: String = "DNS:localhost,IP:127.0.0.1", days: Int = 2, options: [String] = []) throws {
        _ = try TestCertificate(in: scratch, names: names, days: days)
        // It ends connections when its own input ends; a pipe that is open at both ends never does.
        try #require(Program.run("mkfifo", [scratch.file("input")]).status == 0)
        let command = "exec openssl s_server -accept 127.0.0.1:\(port) -cert cert.pem -key key.pem -quiet \(options.joined(separator: " ")) <>input"
        server = try FixtureProcess(["sh", "-c", "cd '\(scratch.path)' && \(command)"], log: scratch.file("read"))
        let isUp = Watchdog.until {
            guard let probe = try? StreamSocket(host: "127.0.0.1", port: port) else { return false }  // tried again
            defer { probe.abort() }
            return (try? probe.connect(until: .now() + .seconds(1))) != nil  // not there yet
        }
        try #require(isUp)
    }

    // Before its directory goes.
    deinit { server.kill() }

    var authorities: String { scratch.file("cert.pem") }

    func socket(_ security: StreamSocket.Security, to host: String = "localhost") throws -> StreamSocket {
        try StreamSocket(host: host, port: port, security: security)
    }
}
