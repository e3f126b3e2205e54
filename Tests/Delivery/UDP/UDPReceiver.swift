import Fixtures
import Foundation

/// A program that takes datagrams at a port of the loopback interface: their bytes into one file, their sizes into another.
final class UDPReceiver {
    let port = Port.free()
    private let scratch = Scratch()
    private let server: FixtureProcess

    /// - Parameter group: a multicast group that it joins; `nil` for unicast.
    init(group: String? = nil) throws {
        try scratch.write(Self.program, to: "receiver.py")
        let files = [scratch.file("a.ts"), scratch.file("sizes")]
        let process = try FixtureProcess(["python3", scratch.file("receiver.py"), "\(port)"] + files + [group ?? ""])
        server = process
        try waitUntil("the receiver: \(process.output)") { Port.isBound(port) }
    }

    deinit { server.kill() }

    var media: String { scratch.file("a.ts") }

    var sizes: [Int] {
        textOfFile(scratch.file("sizes")).split(separator: "\n").compactMap { Int($0) }
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
