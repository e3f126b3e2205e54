import CGnuTLS

/// What is wrong with a certificate, and what to do about it.
struct TLSCertificateFault {
    private let status: UInt32

    /// - Parameter status: `gnutls_certificate_status_t`.
    init(_ status: UInt32) { self.status = status }

    private func has(_ flag: gnutls_certificate_status_t) -> Bool { status & UInt32(flag.rawValue) != 0 }

    var reason: String {
        if has(GNUTLS_CERT_UNEXPECTED_OWNER) {
            return "the server's certificate is made out to another name: check the host in the address"
        }
        if has(GNUTLS_CERT_EXPIRED) { return "the server's certificate has expired: its owner must renew it (or this machine's clock is wrong)" }
        if has(GNUTLS_CERT_NOT_ACTIVATED) { return "the server's certificate is not valid yet: check this machine's clock" }
        if has(GNUTLS_CERT_REVOKED) { return "the server's certificate was revoked by its authority" }
        if has(GNUTLS_CERT_SIGNER_NOT_FOUND) || has(GNUTLS_CERT_SIGNER_NOT_CA) {
            return
                "the server's certificate is not signed by an authority that this machine trusts: "
                + "if it is your own, name its authority's file (--tls-ca)"
        }
        if has(GNUTLS_CERT_INSECURE_ALGORITHM) { return "the server's certificate is signed in a way that is no longer safe" }
        if has(GNUTLS_CERT_PURPOSE_MISMATCH) { return "the server's certificate is not meant for a server" }
        if has(GNUTLS_CERT_SIGNATURE_FAILURE) || has(GNUTLS_CERT_SIGNER_CONSTRAINTS_FAILURE) {
            return "the server's certificate is not rightly signed: its owner must replace it"
        }
        return "the server's certificate was not accepted (status \(status))"
    }
}
