import Glibc
import Platform

extension NetworkError {
    /// A connection that did not come about.
    /// - Parameter number: errno.
    init(connecting number: Int32, to name: String) {
        let reason = String(cString: strerror(number))
        switch number {
        case ECONNREFUSED: self.init(.refused, "nothing listens at \(name): check host and port, and that the server runs")
        case ETIMEDOUT: self.init(.timedOut, "\(name) does not answer: check host, port and firewall")
        case EMFILE, ENFILE, ENOBUFS, ENOMEM: self.init(.system, "no connection to \(name): \(reason)")
        default: self.init(.unreachable, "no way to \(name): check the network (\(reason))")
        }
    }

    /// A connection that had worked.
    init(using number: Int32, to name: String, userTimeout: Duration) {
        switch number {
        case ETIMEDOUT: self.init(.lost, "\(name): nothing was acknowledged for \(userTimeout.inSeconds) s: the way there is cut")
        case ECONNRESET, EPIPE: self.init(.lost, "\(name): the other side broke the connection off")
        default: self.init(.lost, "\(name): the connection broke: \(String(cString: strerror(number)))")
        }
    }
}
