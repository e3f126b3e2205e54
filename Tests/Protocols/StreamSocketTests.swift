import Fixtures
import Glibc
import Platform
import Synchronization
import Testing

@testable import Protocols

@Suite(.timeLimit(.minutes(5))) struct StreamSocketTests {
    private let soon = MediaTime.now() + .seconds(20)

    private func connected(_ listener: Listener, bytes: Int? = nil) throws -> (StreamSocket, Listener.Line) {
        let socket = try StreamSocket(host: "127.0.0.1", port: UInt16(listener.port), sendBufferBytes: bytes)
        try socket.connect(until: soon)
        return (socket, try #require(listener.accept()))
    }

    @Test func bytesGoBothWaysAndTheEndIsSeen() throws {
        let listener = Listener()
        let (socket, line) = try connected(listener)
        try Array("hello".utf8).withUnsafeBytes { try socket.write($0, until: soon) }
        #expect(line.read() == Array("hello".utf8))
        line.write(Array("you".utf8))
        line.finish()
        var buffer = [UInt8](repeating: 0, count: 16)
        #expect(try buffer.withUnsafeMutableBytes { try socket.read(into: $0, until: soon) } == 3)
        #expect(buffer.prefix(3) == Array("you".utf8)[...])
        #expect(try buffer.withUnsafeMutableBytes { try socket.read(into: $0, until: soon) } == 0)
        socket.close(until: soon)
        let rest = line.readToEnd()
        #expect(rest.bytes.isEmpty && !rest.isReset)
    }

    @Test func stagesAreToldAsTheyBegin() throws {
        let listener = Listener()
        let socket = try StreamSocket(host: "localhost", port: UInt16(listener.port))
        var stages: [StreamSocket.Stage] = []
        try socket.connect(until: soon) { stages.append($0) }
        #expect(stages == [.resolving, .connecting])
        #expect(Port.option(try #require(Port.socket(connectedTo: listener.port)), Int32(IPPROTO_TCP), TCP_NODELAY) == 1)
        socket.abort()
    }

    @Test func noOneThereIsRefused() throws {
        let socket = try StreamSocket(host: "127.0.0.1", port: UInt16(Port.free()))
        expectFailure(.refused) { try socket.connect(until: soon) }
    }

    @Test func anUnknownNameIsSaidToBeOne() throws {
        let socket = try StreamSocket(host: "nowhere.invalid", port: 80)
        let error = #expect(throws: NetworkError.self) { try socket.connect(until: soon) }
        #expect(error?.code == .noSuchHost || error?.code == .resolve, "\(String(describing: error))")
    }

    /// A listener whose queue is full leaves greetings unanswered, as a firewall does.
    @Test func aHostThatDoesNotAnswerTimesOut() throws {
        let listener = Listener(backlog: 0)
        let fillers = try (0..<8).map { _ in try StreamSocket(host: "127.0.0.1", port: UInt16(listener.port)) }
        for filler in fillers { try? filler.connect(until: .now() + .milliseconds(100)) }  // the last ones wait in vain
        let socket = try StreamSocket(host: "127.0.0.1", port: UInt16(listener.port))
        expectFailure(.timedOut) { try socket.connect(until: .now() + .milliseconds(300)) }
        // Within a stage's own limit too.
        let other = try StreamSocket(host: "127.0.0.1", port: UInt16(listener.port))
        expectFailure(.timedOut) { try other.connect(until: soon, eachStage: .milliseconds(200)) }
        for filler in fillers { filler.abort() }
    }

    @Test func silenceEndsAtTheDeadline() throws {
        let listener = Listener()
        let (socket, line) = try connected(listener)
        var buffer = [UInt8](repeating: 0, count: 16)
        expectFailure(.timedOut) {
            _ = try buffer.withUnsafeMutableBytes { try socket.read(into: $0, until: .now() + .milliseconds(50)) }
        }
        socket.abort()
        #expect(line.readToEnd().isReset)
    }

    @Test func anotherThreadEndsWhatWaits() throws {
        let listener = Listener()
        let (socket, line) = try connected(listener)
        let isWaiting = Atomic<Bool>(false)
        let code = Mutex<NetworkError.Code?>(nil)
        let worker = try Worker(name: "test-read") {
            isWaiting.store(true, ordering: .releasing)
            do throws(NetworkError) { _ = try socket.wait(for: .readable, until: .now() + .seconds(3600)) } catch {
                let found = error.code
                code.withLock { $0 = found }
            }
        }
        #expect(Watchdog.until { isWaiting.load(ordering: .acquiring) })
        socket.end(by: .now())
        worker.join()
        #expect(code.withLock { $0 } == .cancelled)
        // And whatever is tried afterwards.
        expectFailure(.cancelled) { try socket.wait(for: .readable, until: soon) }
        socket.abort()
        #expect(line.readToEnd().isReset)
    }

    @Test func theKernelHoldsNoMoreThanItMayAndTheWaitIsCounted() throws {
        let listener = Listener()
        let (socket, line) = try connected(listener, bytes: 64 * 1024)
        let part = [UInt8](repeating: 7, count: 5000)
        // The other side's kernel takes some, without anyone reading it.
        var sent = 0
        expectFailure(.timedOut) {
            while sent < 64 << 20 {
                try part.withUnsafeBytes { try socket.write($0, until: .now() + .milliseconds(300)) }
                sent += part.count
            }
        }
        let figures = socket.figures
        let unacknowledged = try #require(figures.unacknowledgedBytes)
        #expect(unacknowledged > 0 && unacknowledged <= 64 * 1024, "\(figures)")
        #expect(try #require(figures.unsentBytes) <= unacknowledged)
        #expect(figures.roundTrip != nil && (figures.sentSegments ?? 0) > 0)
        #expect(figures.blocked >= .milliseconds(290), "\(figures)")
        socket.abort()
        _ = line
    }

    @Test func whatIsTooMuchForTheSystemIsBoundedByWhatIsUnsent() throws {
        let listener = Listener()
        let (socket, line) = try connected(listener, bytes: 1 << 30)
        let number = try #require(Port.socket(connectedTo: listener.port))
        #expect(Port.option(number, Int32(IPPROTO_TCP), TCP_NOTSENT_LOWAT) == 1 << 29)
        socket.setSendBuffer(bytes: 100_000)
        #expect(Port.option(number, SOL_SOCKET, SO_SNDBUF) == 100_000)
        #expect(Port.option(number, Int32(IPPROTO_TCP), TCP_NOTSENT_LOWAT) == Int(Int32.max))
        socket.abort()
        _ = line
    }

    @Test func aCloseDeliversEverything() throws {
        let listener = Listener()
        let (socket, line) = try connected(listener, bytes: 4 << 20)
        let part = [UInt8](repeating: 7, count: 300_000)
        try part.withUnsafeBytes { try socket.write($0, until: soon) }
        line.write([1, 2, 3])
        let worker = try Worker(name: "test-close") { [soon] in socket.close(until: soon) }
        let rest = line.readToEnd()
        #expect(rest.bytes.count == part.count && !rest.isReset)
        line.finish()
        worker.join()
    }

    @Test func aCloseEndsInTimeWhateverStillComes() throws {
        let most = 256 << 20
        let listener = Listener()
        let (socket, line) = try connected(listener)
        let written = Atomic<Int>(0)
        let worker = try Worker(name: "test-flood") {
            let part = [UInt8](repeating: 7, count: 256 * 1024)
            while written.load(ordering: .relaxed) < most, line.write(part) { written.add(part.count, ordering: .relaxed) }
        }
        _ = Watchdog.until { written.load(ordering: .relaxed) > 0 }
        // Its deadline has passed: what comes is not listened to.
        socket.close(until: .now())
        worker.join()
        #expect(written.load(ordering: .relaxed) < most)
    }

    @Test func theFirstAddressThatAnswersWins() throws {
        let (dead, alive) = (Port.free(), Listener())
        let patience = try Patience()
        let addresses = try [dead, alive.port].map { try #require(NameLookup.numeric("127.0.0.1", port: UInt16($0))) }
        var dial = Dial(addresses, patience: patience) { _ in }
        let made = try dial.run(until: soon).get()
        #expect(Port.socket(connectedTo: alive.port) == made)
        close(made)
    }

    @Test func anAddressThatIsSilentHoldsNoOneUp() throws {
        let full = Listener(backlog: 0)
        let fillers = try (0..<8).map { _ in try StreamSocket(host: "127.0.0.1", port: UInt16(full.port)) }
        for filler in fillers { try? filler.connect(until: .now() + .milliseconds(50)) }  // the last ones wait in vain
        let alive = Listener()
        let addresses = try [full.port, alive.port].map { try #require(NameLookup.numeric("127.0.0.1", port: UInt16($0))) }
        var dial = Dial(addresses, patience: try Patience()) { _ in }
        let made = try dial.run(until: soon).get()
        #expect(Port.socket(connectedTo: alive.port) == made)
        close(made)
        for filler in fillers { filler.abort() }
    }
}
