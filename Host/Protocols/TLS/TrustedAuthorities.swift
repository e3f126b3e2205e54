import CGnuTLS
import Glibc

/// Those who may sign a server's certificate, as a PEM file names them.
public enum TrustedAuthorities {
    /// Reads the file as a connection would: whether it will do, before there is one.
    ///
    /// - Throws: `.badAuthorities` when it cannot be read or holds no certificate.
    public static func check(_ file: String) throws(NetworkError) {
        var made: gnutls_certificate_credentials_t?
        gnutls_certificate_allocate_credentials(&made)
        guard let credentials = made else { throw NetworkError(.system, "no memory for TLS") }
        defer { gnutls_certificate_free_credentials(credentials) }
        try load(file, into: credentials)
    }

    static func load(_ file: String, into credentials: gnutls_certificate_credentials_t) throws(NetworkError) {
        guard access(file, R_OK) == 0 else {
            throw NetworkError(.badAuthorities, "\(file) cannot be read (\(String(cString: strerror(errno)))): name a PEM file of certificates")
        }
        let count = gnutls_certificate_set_x509_trust_file(credentials, file, GNUTLS_X509_FMT_PEM)
        guard count <= 0 else { return }
        let reason = count < 0 ? String(cString: gnutls_strerror(count)) : "it holds no certificate"
        throw NetworkError(.badAuthorities, "the authorities in \(file) cannot be used (\(reason)): name a PEM file of certificates")
    }

    static func loadSystem(into credentials: gnutls_certificate_credentials_t) throws(NetworkError) {
        guard gnutls_certificate_set_x509_system_trust(credentials) <= 0 else { return }
        throw NetworkError(.badAuthorities, "this system lists no trusted authorities: install ca-certificates, or name a file of them (--tls-ca)")
    }
}
