import Foundation
import Glibc
import Platform

@testable import Control

/// A connection to a page's server, on which what is sent is sent as it stands.
final class RawConnection: Sendable {
    private let descriptor: Int32

    init(_ address: PageAddress) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_port = in_port_t(address.port).bigEndian
        place.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        let connected = withUnsafeBytes(of: &place) {
            connect(descriptor, $0.baseAddress!.assumingMemoryBound(to: sockaddr.self), socklen_t($0.count))
        }
        guard connected == 0 else { throw HTTPAnswer.Failure() }
        var patience = timeval(tv_sec: 20, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(descriptor) }

    func send(_ text: String) throws { try send(Array(text.utf8)) }

    func send(_ bytes: [UInt8]) throws {
        guard Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else { throw HTTPAnswer.Failure() }
    }

    /// Sends `bytes` again and again, and reads nothing, until the other side takes no more for a second.
    /// - Returns: how many bytes it took: `most` where it took so many.
    func flood(_ bytes: [UInt8], most: Int) -> Int {
        var (taken, writable) = (0, pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0))
        while taken < most, poll(&writable, 1, 1000) > 0 {
            let rest = Array(bytes[(taken % bytes.count)...])
            let count = Glibc.send(descriptor, rest, rest.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
            guard count > 0 || errno == EAGAIN else { break }
            taken += max(0, count)
        }
        return taken
    }

    /// So many bytes; `nil` when the server has closed the connection before.
    /// - Throws: when neither happens for 20 seconds.
    func receive(_ count: Int) throws -> [UInt8]? {
        var (bytes, got) = ([UInt8](repeating: 0, count: count), 0)
        while got < count {
            let more = bytes.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress! + got, count - got, 0) }
            guard more >= 0 || errno == ECONNRESET else { throw HTTPAnswer.Failure() }
            if more <= 0 { return nil }
            got += more
        }
        return bytes
    }

    /// What comes, until it ends with `mark` or the server closes the connection.
    /// - Throws: when neither happens for 20 seconds, or for a minute although more and more comes.
    func read(until mark: String?) throws -> String {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        let start = MediaTime.now()
        while true {
            guard MediaTime.now() - start < .seconds(60) else { throw HTTPAnswer.Failure() }
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count >= 0 || errno == ECONNRESET else { throw HTTPAnswer.Failure() }
            if count <= 0 { break }
            bytes += buffer[..<count]
            if let mark, bytes.suffix(mark.utf8.count).elementsEqual(mark.utf8) { break }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
