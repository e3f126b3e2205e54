import CGnuTLS
import Glibc

/// TLS 1.2 or 1.3 over a connected non-blocking socket, as a client. Belongs to the socket's thread; the socket outlives it.
final class TLSSession {
    /// What a step came to.
    enum Step: Hashable {
        case done(Int)
        /// To be called again once the socket is ready for this.
        case wants(Readiness)
        /// The other side has ended the stream.
        case ended
    }

    private let session: gnutls_session_t
    private let credentials: gnutls_certificate_credentials_t
    private let name: String
    /// Whose certificate is demanded. GnuTLS keeps the pointer and looks at it in the handshake.
    private let demandedHost: UnsafeMutablePointer<CChar>
    /// Bytes taken in that GnuTLS holds as a record, and the kernel had no room for.
    private var heldBytes = 0
    /// Warnings and attempts at renegotiation that were passed over.
    private var oddities = 0
    private static let mostOddities = 64
    private static let longestRecord = 16 * 1024
    private static let priorities = "NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2"

    /// - Parameters:
    ///   - host: whose certificate is demanded.
    ///   - isNumeric: the host is an address; it must stand in the certificate as one.
    ///   - caFile: authorities to trust instead of the system's, PEM.
    ///   - isInsecure: takes any certificate.
    ///   - name: host and port, for messages.
    init(over descriptor: Int32, host: String, isNumeric: Bool, caFile: String?, isInsecure: Bool, name: String) throws(NetworkError) {
        self.name = name
        var made: gnutls_certificate_credentials_t?
        gnutls_certificate_allocate_credentials(&made)
        guard let credentials = made else { throw NetworkError(.system, "\(name): no memory for TLS") }
        self.credentials = credentials
        var opened: gnutls_session_t?
        let flags = UInt32(GNUTLS_CLIENT) | UInt32(GNUTLS_NONBLOCK) | UInt32(GNUTLS_NO_SIGNAL)
        guard gnutls_init(&opened, flags) == 0, let session = opened else {
            gnutls_certificate_free_credentials(credentials)
            throw NetworkError(.system, "\(name): no memory for TLS")
        }
        self.session = session
        demandedHost = strdup(host)
        if !isInsecure { try trust(caFile) }
        gnutls_priority_set_direct(session, Self.priorities, nil)
        gnutls_credentials_set(session, GNUTLS_CRD_CERTIFICATE, UnsafeMutableRawPointer(credentials))
        if !isNumeric { gnutls_server_name_set(session, GNUTLS_NAME_DNS, host, host.utf8.count) }
        if !isInsecure { gnutls_session_set_verify_cert(session, demandedHost, 0) }
        gnutls_transport_set_int2(session, descriptor, descriptor)
    }

    deinit {
        gnutls_deinit(session)
        gnutls_certificate_free_credentials(credentials)
        free(demandedHost)
    }

    func handshake() throws(NetworkError) -> Step {
        while true {
            let status = gnutls_handshake(session)
            if status == GNUTLS_E_SUCCESS { return .done(0) }
            if let wanted = waits(status) { return .wants(wanted) }
            guard canPassOver(status) else { throw failure(handshaking: status) }
        }
    }

    /// Takes at most one record's worth. `.done` counts bytes that are taken for good, though the kernel may not have them
    /// before the next call: see `flush`.
    func send(_ bytes: UnsafeRawBufferPointer) throws(NetworkError) -> Step {
        guard case .done = try flush() else { return .wants(.writable) }
        guard !bytes.isEmpty else { return .done(0) }
        let count = min(bytes.count, Self.longestRecord)
        let status = gnutls_record_send(session, bytes.baseAddress, count)
        if status >= 0 { return .done(status) }
        guard waits(Int32(status)) != nil else { throw failure(sending: Int32(status)) }
        heldBytes = count
        return .done(count)
    }

    var isHolding: Bool { heldBytes > 0 }

    /// Gives the kernel what is held; `.done` when nothing is.
    func flush() throws(NetworkError) -> Step {
        guard heldBytes > 0 else { return .done(0) }
        let status = gnutls_record_send(session, nil, 0)
        if status >= 0 {
            heldBytes = 0
            return .done(0)
        }
        guard waits(Int32(status)) != nil else { throw failure(sending: Int32(status)) }
        return .wants(.writable)
    }

    func receive(into buffer: UnsafeMutableRawBufferPointer) throws(NetworkError) -> Step {
        while true {
            let status = gnutls_record_recv(session, buffer.baseAddress, buffer.count)
            if status > 0 { return .done(status) }
            if status == 0 || status == Int(GNUTLS_E_PREMATURE_TERMINATION) { return .ended }
            if waits(Int32(status)) != nil { return .wants(.readable) }
            guard canPassOver(Int32(status)) else { throw failure(sending: Int32(status)) }
        }
    }

    /// Says that no more comes. One try: who hangs up does not wait for room.
    func sayGoodbye() { gnutls_bye(session, GNUTLS_SHUT_WR) }

    private func trust(_ caFile: String?) throws(NetworkError) {
        if let caFile { try TrustedAuthorities.load(caFile, into: credentials) } else { try TrustedAuthorities.loadSystem(into: credentials) }
    }

    /// Renegotiation may be left unanswered, a warning too; a server that does nothing else is left.
    private func canPassOver(_ status: Int32) -> Bool {
        oddities += 1
        return gnutls_error_is_fatal(status) == 0 && oddities <= Self.mostOddities
    }

    private func waits(_ status: Int32) -> Readiness? {
        guard status == GNUTLS_E_AGAIN || status == GNUTLS_E_INTERRUPTED else { return nil }
        return gnutls_record_get_direction(session) == 0 ? .readable : .writable
    }

    private func failure(sending status: Int32) -> NetworkError {
        NetworkError(.lost, "\(name): the connection broke: \(String(cString: gnutls_strerror(status)))")
    }

    private func failure(handshaking status: Int32) -> NetworkError {
        let reason = String(cString: gnutls_strerror(status))
        switch status {
        case GNUTLS_E_CERTIFICATE_VERIFICATION_ERROR, GNUTLS_E_CERTIFICATE_ERROR, GNUTLS_E_NO_CERTIFICATE_FOUND:
            return NetworkError(.certificate, "\(name): \(TLSCertificateFault(gnutls_session_get_verify_cert_status(session)).reason)")
        case GNUTLS_E_PREMATURE_TERMINATION, GNUTLS_E_PULL_ERROR, GNUTLS_E_PUSH_ERROR:
            return NetworkError(.ended, "\(name): the server hung up before the connection was encrypted (\(reason))")
        case GNUTLS_E_UNEXPECTED_PACKET_LENGTH, GNUTLS_E_UNSUPPORTED_VERSION_PACKET, GNUTLS_E_UNEXPECTED_PACKET:
            return NetworkError(.tls, "\(name): what listens there does not speak TLS: check the port, or connect without encryption (\(reason))")
        case GNUTLS_E_FATAL_ALERT_RECEIVED:
            let alert = gnutls_alert_get_name(gnutls_alert_get(session)).map { String(cString: $0) } ?? reason
            return NetworkError(.tls, "\(name): the server refused the encryption: \(alert)")
        default:
            return NetworkError(.tls, "\(name): no encryption that both sides accept: \(reason)")
        }
    }
}
