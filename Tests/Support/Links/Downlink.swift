import Fixtures

/// A TCP line on loopback whose answers come no faster than it is told, all connections together; requests pass at once.
public final class Downlink: Sendable {
    public let port = Port.free()
    private let scratch = Scratch()
    private let line: FixtureProcess

    /// - Parameter server: the port of loopback that it leads to.
    public init(to server: UInt16) throws {
        try scratch.write("0", to: "rate")
        try scratch.write(Self.program, to: "line.py")
        let line = try FixtureProcess(["python3", scratch.file("line.py"), "\(port)", "\(server)", scratch.file("rate")], log: scratch.file("log"))
        self.line = line
        try waitUntil("the line: \(line.output.suffix(500))") { [port] in
            try line.expectRunning()
            return Port.isListening(port)
        }
    }

    // Before its directory goes.
    deinit { line.kill() }

    /// In bits a second, from now on; 0 for as much as there is.
    public func limit(bitsPerSecond: Int) throws { try scratch.write("\(bitsPerSecond)", to: "rate") }

    private static let program = """
        import asyncio, sys
        port, server, rate_file = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
        due = 0.0
        def rate():
            with open(rate_file) as file: return int(file.read() or 0)
        async def carry(reader, writer, is_answer):
            global due
            try:
                while data := await reader.read(1400 if is_answer and rate() else 65536):
                    if is_answer and rate():
                        loop = asyncio.get_running_loop()
                        due, turn = max(due, loop.time()) + len(data) * 8 / rate(), loop.create_future()
                        loop.call_at(due, turn.set_result, None)
                        await turn
                    writer.write(data)
                    await writer.drain()
            except ConnectionError: pass
            finally: writer.close()
        async def connect(reader, writer):
            there = await asyncio.open_connection("127.0.0.1", server)
            await asyncio.gather(carry(reader, there[1], False), carry(there[0], writer, True))
        async def main():
            async with await asyncio.start_server(connect, "127.0.0.1", port) as line: await line.serve_forever()
        asyncio.run(main())
        """
}
