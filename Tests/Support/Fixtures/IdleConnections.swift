import Foundation

/// Connections that another user of this machine opens to a port of ours, and on which nothing is ever said. Takes root.
public final class IdleConnections: Sendable {
    private let process: FixtureProcess
    private let count: Int

    private static let script = """
        import resource, select, socket, sys
        address, count = ("127.0.0.1", int(sys.argv[1])), int(sys.argv[2])
        most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
        poll, held = select.poll(), {}
        for _ in range(count):
            connection = socket.create_connection(address)
            held[connection.fileno()] = connection
            poll.register(connection, select.POLLRDHUP)
        print("opened", flush=True)
        while True:
            for number, _ in poll.poll(50):
                poll.unregister(number)
                held.pop(number).close()
            print("held", len(held), flush=True)
        """

    /// Returns when the kernel has connected all of them.
    public init(to port: some BinaryInteger, count: Int, user: UInt32 = 65534) throws {
        self.count = count
        process = try FixtureProcess([
            "setpriv", "--reuid", "\(user)", "--clear-groups", "/usr/bin/python3", "-c", Self.script, "\(port)", "\(count)",
        ])
        try process.waitForOutput("opened\n")
    }

    /// Those that the server has not closed, as far as was seen.
    public var held: Int {
        let words = process.output.split(separator: "\n").last { $0.hasPrefix("held ") }?.split(separator: " ")
        return words.flatMap { Int($0[1]) } ?? count
    }
}
