import Fixtures
import Foundation
import Platform
import TestSupport
import Testing

@Suite struct LinkTests {
    private static func line(_ conditions: [(start: Duration, condition: LinkCondition)]) -> LinkTrace { LinkTrace("test", "", steps: conditions) }

    @Test func theNarrowPlaceLetsPassAsMuchAsTheTraceSays() {
        var place = Bottleneck<Int>(
            Self.line([
                (.zero, LinkCondition(bitRate: 800_000)), (.seconds(1), LinkCondition(bitRate: 0)), (.seconds(2), LinkCondition(bitRate: 80_000)),
            ]), losesPackets: false)
        for number in 0..<300 { place.offer(number, bytes: 1000, at: .zero) }
        let first = place.advance(to: .seconds(2))
        #expect(first.count == 100 && first.last!.arrival == .milliseconds(1010))
        let later = place.advance(to: .seconds(4))
        #expect(later.map(\.packet) == Array(100..<120) && later.last!.arrival == .milliseconds(4010))
        #expect(place.waitingBytes == 180_000)
    }

    @Test func howOftenItIsAskedChangesNothing() {
        func arrivals(_ step: Duration) -> [Duration] {
            var place = Bottleneck<Int>(.mobile, losesPackets: true)
            var (all, time, next) = ([Duration](), Duration.zero, Duration.zero)
            while time < .seconds(20) {
                while next <= time {
                    place.offer(0, bytes: 1300, at: next)
                    next += .milliseconds(10)
                }
                time += step
                all += place.advance(to: min(time, next)).map(\.arrival)
            }
            return all
        }
        #expect(arrivals(.milliseconds(10)) == arrivals(.milliseconds(10)) && !arrivals(.milliseconds(10)).isEmpty)
    }

    @Test func packetsAreLostBySeedAndWhenTheQueueIsFull() {
        var place = Bottleneck<Int>(
            Self.line([(.zero, LinkCondition(bitRate: 1e9, loss: 0.1, queueBytes: 1 << 20))]), losesPackets: true)
        for number in 0..<2000 {
            place.offer(number, bytes: 100, at: .milliseconds(number))
            _ = place.advance(to: .milliseconds(number + 1))
        }
        #expect(140...260 ~= place.lost)
        var full = Bottleneck<Int>(Self.line([(.zero, LinkCondition(bitRate: 1000, queueBytes: 1000))]), losesPackets: true)
        #expect(full.offer(0, bytes: 900, at: .zero) && !full.offer(1, bytes: 200, at: .zero) && full.lost == 1)
    }

    /// A server that takes everything and counts, and a client that sends as much as it can.
    private final class Pipe {
        let server: FixtureProcess
        let port: UInt16

        init(_ kind: String) throws {
            port = Port.free()
            let program = """
                import socket, sys
                kind = socket.SOCK_STREAM if sys.argv[1] == "tcp" else socket.SOCK_DGRAM
                s = socket.socket(socket.AF_INET, kind); s.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                s.bind(("127.0.0.1", int(sys.argv[2])))
                if kind == socket.SOCK_STREAM: s.listen()
                print("ready", flush=True)
                while True:
                    c = s.accept()[0] if kind == socket.SOCK_STREAM else s
                    while True:
                        d = c.recv(65536)
                        if not d: break
                """
            server = try FixtureProcess(["python3", "-c", program, kind, "\(port)"])
            try server.waitForOutput("ready")
        }
    }

    @Test func aTcpLineCarriesWhatItsTraceSaysAndHoldsLittle() throws {
        let pipe = try Pipe("tcp")
        let line = try TcpLink(
            to: pipe.port,
            Self.line([(.zero, LinkCondition(bitRate: 2e6)), (.seconds(2), LinkCondition(bitRate: 0)), (.seconds(3), LinkCondition(bitRate: 1e6))]))
        let sender = try FixtureProcess([
            "python3", "-c",
            "import socket,sys; s=socket.create_connection(('127.0.0.1',int(sys.argv[1])));\nwhile True: s.sendall(bytes(1000))", "\(line.port)",
        ])
        try waitUntil("the line's begin") { line.start != nil }
        let end = line.start! + .seconds(6)
        try waitUntil("the whole trace", timeout: .seconds(20)) { MediaTime.now() > end }
        sender.end()
        func bits(_ from: Int, _ to: Int) -> Double { line.scenario.bits(from: .milliseconds(from), to: .milliseconds(to)) }
        #expect(abs(bits(500, 1900) - 2.8e6) < 0.15 * 2.8e6)
        #expect(bits(2200, 2900) == 0)
        #expect(abs(bits(3500, 5500) - 2e6) < 0.15 * 2e6)
    }

    @Test func aCableThatIsOutLetsNoOneInAndBreaksNothingOff() throws {
        let pipe = try Pipe("tcp")
        let out = LinkCondition(bitRate: 0, isOut: true)
        let line = try TcpLink(
            to: pipe.port, Self.line([(.zero, LinkCondition(bitRate: 5e6)), (.seconds(1), out), (.seconds(3), LinkCondition(bitRate: 5e6))]))
        func connects() -> Bool {
            let visit = "import socket,sys; socket.create_connection(('127.0.0.1',int(sys.argv[1])),1)"
            return (try? runTool(["python3", "-c", visit, "\(line.port)"])) != nil  // refused is an answer here
        }
        let sender = try FixtureProcess([
            "python3", "-c",
            "import socket,sys; s=socket.create_connection(('127.0.0.1',int(sys.argv[1])));\nwhile True: s.sendall(bytes(1000))", "\(line.port)",
        ])
        try waitUntil("the line's begin") { line.start != nil }
        let start = line.start!
        try waitUntil("the cable to be out") { MediaTime.now() > start + .milliseconds(1300) }
        #expect(!connects())
        try waitUntil("the cable to be in again") { MediaTime.now() > start + .milliseconds(4500) }
        #expect(connects())
        #expect(sender.isRunning && line.scenario.bits(from: .milliseconds(3200), to: .milliseconds(4200)) > 2e6)
        line.breakConnections()
        #expect(sender.exitStatus(within: .seconds(10)) != nil)
    }

    @Test func aUdpLineLosesDelaysAndAnswers() throws {
        let port = Port.free()
        let echo = try FixtureProcess([
            "python3", "-c",
            """
            import socket, sys
            s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); s.bind(("127.0.0.1", int(sys.argv[1]))); print("ready", flush=True)
            while True:
                d, a = s.recvfrom(2000); s.sendto(d, a)
            """, "\(port)",
        ])
        try echo.waitForOutput("ready")
        let line = try UdpLink(
            to: port, Self.line([(.zero, LinkCondition(bitRate: 10e6, delay: .milliseconds(30), loss: 0.1, queueBytes: 1 << 20))]))
        let answer = try runTool([
            "python3", "-c",
            """
            import socket, sys, time
            s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); s.connect(("127.0.0.1", int(sys.argv[1]))); s.settimeout(0.3)
            got, least = 0, 9
            for i in range(300):
                t = time.monotonic(); s.send(bytes([i % 256]) * 100)
                try:
                    s.recv(2000); got += 1; least = min(least, time.monotonic() - t)
                except TimeoutError: pass
            print(got, least)
            """, "\(line.port)",
        ])
        let numbers = String(decoding: answer, as: UTF8.self).split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
        try #require(numbers.count == 2)
        // Lost on the way there or back: 19 of 100.
        #expect(220...262 ~= numbers[0] && numbers[1] >= 0.059)
    }

    /// Without the relay the server waits for what it sent to be acknowledged in each round but the first.
    @Test func aRelayAcknowledgesAtOnceAndEndsBothSidesTogether() throws {
        let server = Port.free()
        let relay = try PromptRelay(to: server)
        let answer = try runTool([
            "python3", "-c",
            """
            import socket, struct, sys
            listener = socket.create_server(("127.0.0.1", int(sys.argv[1])))
            client = socket.create_connection(("127.0.0.1", int(sys.argv[2])))
            server, late = listener.accept()[0], 0
            for i in range(100):
                server.send(bytes(100)); assert len(client.recv(100, socket.MSG_WAITALL)) == 100
                # tcpi_unacked of linux/tcp.h; a kernel acknowledges with the answer what is going to be answered.
                late += struct.unpack_from("I", server.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 104), 24)[0] > 0
                client.send(b"x"); assert server.recv(1) == b"x"
            server.sendall(bytes(range(250)) * 400)
            whole = client.recv(100000, socket.MSG_WAITALL) == bytes(range(250)) * 400
            client.close()
            print(late, whole, server.recv(1))
            """, "\(server)", "\(relay.port)",
        ])
        #expect(String(decoding: answer, as: UTF8.self) == "0 True b''\n")
    }

    // MARK: What a viewer sees

    /// A picture each 100 ms, 50 ms old, but for what `change` makes of it.
    private func view(until end: Int = 600, _ change: (Int) -> (time: Double, delay: Double)?) -> LinkView {
        LinkView((0..<end).compactMap(change), end: 60)
    }

    @Test func aViewerWhoIsShownNothingIsNotInTime() {
        // Nothing from the 20th second to the 30th, then in time at once.
        let gap = view { 200..<300 ~= $0 ? nil : (Double($0) / 10, 0.05) }
        #expect(abs(gap.longestStill(from: 5) - 10.1) < 0.001 && gap.worstDelay(from: 5) == 0.05)
        #expect(abs(gap.calm(after: 22, until: 50) - 8) < 0.001 && gap.calm(after: 31, until: 50) == 0)
        #expect(gap.calm(after: 22, until: 28) == .infinity)
        // The next trouble is not this one's.
        #expect(gap.calm(after: 12, until: 20.3) == 0)
    }

    @Test func latePicturesAreNotInTimeUntilTheLastOfThem() {
        // From the 20th second on 3 s late, less by a second in each 2 s.
        let late = view { step in
            let time = Double(step) / 10
            return (time, 20..<26 ~= time ? 3 - (time - 20) / 2 : 0.05)
        }
        #expect(late.worstDelay(from: 5) == 3 && abs(late.longestStill(from: 5) - 0.1) < 0.001)
        // The one of 23.8 s is 1.1 s old, and shown until 23.9, when it is 1.2; from 24 on each gets no older than 1.1: until 24.2 that is.
        #expect(abs(late.calm(after: 20, until: 50) - 4.2) < 0.11)
    }

    @Test func whoNeverSeesAnythingAgainIsNeverCalm() {
        let dead = view(until: 200) { (Double($0) / 10, 0.05) }
        #expect(dead.calm(after: 25, until: 43) == .infinity && dead.longestStill(from: 5) > 40)
        #expect(LinkView([], end: 60).calm(after: 25, until: 43) == .infinity && LinkView([], end: 60).worstDelay(from: 5) == .infinity)
    }
}
