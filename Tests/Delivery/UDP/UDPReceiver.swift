import Foundation
import MediaFixtures

/// A program that takes datagrams at a port of the loopback interface: their bytes into one file, their sizes into another.
final class UDPReceiver {
    let port = Port.free()
    private let scratch = ScratchDirectory()
    private let server: Server

    /// - Parameter group: a multicast group that it joins; `nil` for unicast.
    init(group: String? = nil) throws {
        let script = scratch.file("receiver.py")
        try Data(Self.program.utf8).write(to: URL(fileURLWithPath: script))
        server = try Server("python3", [script, "\(port)", scratch.file("a.ts"), scratch.file("sizes"), group ?? ""], log: scratch.file("log"))
        let port = port
        guard Watchdog.until(.seconds(20), { SRTListener.isBound(port) }) else { throw CocoaError(.fileReadUnknown) }
    }

    deinit { server.end() }

    var media: String { scratch.file("a.ts") }

    var sizes: [Int] {
        // try?: nothing came yet.
        let text = (try? String(contentsOfFile: scratch.file("sizes"), encoding: .utf8)) ?? ""  // none
        return text.split(separator: "\n").compactMap { Int($0) }
    }

    private static let program = """
        import socket, struct, sys
        port, media, sizes, group = int(sys.argv[1]), open(sys.argv[2], "wb", 0), open(sys.argv[3], "w", 1), sys.argv[4]
        receiver = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        receiver.bind((group or "127.0.0.1", port))
        if group:
            receiver.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, socket.inet_aton(group) + socket.inet_aton("127.0.0.1"))
        while True:
            datagram = receiver.recv(65536)
            media.write(datagram)
            sizes.write("%d\\n" % len(datagram))
        """
}
