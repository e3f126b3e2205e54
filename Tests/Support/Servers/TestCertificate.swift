public import Fixtures

/// A server's certificate that signs itself, with its key: its own authority.
public struct TestCertificate: Sendable {
    /// PEM.
    public let certificate: String
    public let key: String

    /// - Parameters:
    ///   - scratch: where `cert.pem` and `key.pem` are put.
    ///   - names: what it is made out to, as OpenSSL writes alternative names.
    ///   - days: how long it is good; negative for one that has expired.
    public init(in scratch: Scratch, names: String = "DNS:localhost,IP:127.0.0.1", days: Int = 2) throws {
        (certificate, key) = (scratch.file("cert.pem"), scratch.file("key.pem"))
        let request = scratch.file("request.pem")
        for arguments in [
            [
                "req", "-new", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=fixture \(UInt32.random(in: 0 ... .max))", "-addext",
                "subjectAltName=\(names)", "-keyout", key, "-out", request,
            ],
            ["x509", "-req", "-in", request, "-key", key, "-copy_extensions", "copy", "-days", "\(days)", "-out", certificate],
        ] {
            try runTool(["openssl"] + arguments)
        }
    }
}
