import Glibc
import Platform

/// A datagram to a Unix socket, by its path or by `@NAME` in the abstract namespace: how service managers are told things.
enum LocalDatagram {
    /// Does not wait: where the receiver's queue is full, it is lost.
    static func send(_ text: String, to path: String) throws(SystemError) {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let isAbstract = path.hasPrefix("@")
        let name = (isAbstract ? [0] : []) + Array(isAbstract ? path.utf8.dropFirst() : path.utf8[...])
        guard name.count < MemoryLayout.size(ofValue: address.sun_path) else { throw SystemError(operation: "sendto", number: ENAMETOOLONG) }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
        let length = socklen_t(MemoryLayout<sa_family_t>.size + name.count + (isAbstract ? 0 : 1))
        let socket = try systemCall("socket") { Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0) }
        defer { close(socket) }
        let bytes = Array(text.utf8)
        try systemCall("sendto") {
            withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    sendto(socket, bytes, bytes.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL), $0, length)
                }
            }
        }
    }
}
