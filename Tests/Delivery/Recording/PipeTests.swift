import Codec
import Fixtures
import Glibc
import MediaFixtures
import Platform
import Testing

@testable import Delivery

/// A recording into a named pipe that another program reads, or does not.
@Suite(.timeLimit(.minutes(5))) struct PipeTests {
    private let scratch = Scratch()

    private func pipe(_ name: String = "a.mkv") throws -> String {
        try #require(mkfifo(scratch.file(name), 0o600) == 0)
        return scratch.file(name)
    }

    /// Ends the broadcast; whether that took no watchdog. A reader comes in the end, so that nothing waits for ever.
    private func ends(_ broadcast: Broadcast, _ path: String) throws -> Bool {
        let hasEnded = Notes<Bool>()
        let worker = try Worker(name: "test-end") {
            broadcast.end()
            hasEnded.add(true)
        }
        let inTime = Watchdog.until(.seconds(15)) { !hasEnded.all.isEmpty }
        let reader = open(path, O_RDONLY | O_NONBLOCK)
        worker.join()
        close(reader)
        return inTime
    }

    @Test func aPipeThatNoOneReadsHoldsUpNoEnd() throws {
        let path = try pipe()
        let broadcast = try Broadcast()
        let target = try broadcast.add(path) { $0.overwrites = true }
        #expect(broadcast.goesOn(pictures: 10))
        #expect(try ends(broadcast, path))
        #expect(target.status.state == .closed)
    }

    @Test func aPipeThatNoOneReadsIsSaidToBeOne() throws {
        let path = try pipe()
        let broadcast = try Broadcast()
        let target = try broadcast.add(path) { ($0.overwrites, $0.connectLimit) = (true, .milliseconds(200)) }
        let hasFailed = Watchdog.until(.seconds(15)) { target.status.state == .failed }
        #expect(hasFailed && target.status.lastError?.message.contains("pipe that no program reads") == true, "\(target.status)")
        _ = try ends(broadcast, path)
    }

    @Test func aPipeWhoseReaderStandsStillHoldsUpNoEnd() throws {
        let path = try pipe()
        let reader = open(path, O_RDONLY | O_NONBLOCK)
        defer { close(reader) }
        let broadcast = try Broadcast()
        let target = try broadcast.add(path) { $0.overwrites = true }
        #expect(Watchdog.until { target.status.state == .live })
        // More than a pipe holds.
        #expect(broadcast.goesOn(pictures: 120))
        let hasEnded = Notes<Bool>()
        let worker = try Worker(name: "test-end") {
            broadcast.end()
            hasEnded.add(true)
        }
        #expect(Watchdog.until(.seconds(15)) { !hasEnded.all.isEmpty })
        var buffer = [UInt8](repeating: 0, count: 65536)
        while hasEnded.all.isEmpty { _ = read(reader, &buffer, buffer.count) }
        worker.join()
    }

    @Test(arguments: RecordingTests.endings) func whatAProgramReadsIsWhole(ending: String) throws {
        let path = try pipe("a.\(ending)")
        let copy = scratch.file("copy.\(ending)")
        let reader = try FixtureProcess(["sh", "-c", "cat '\(path)' > '\(copy)'"])
        let broadcast = try Broadcast()
        let target = try broadcast.add(path) { $0.overwrites = true }
        #expect(Watchdog.until { target.status.state == .live }, "\(target.status)")
        #expect(broadcast.goesOn(pictures: 60))
        #expect(try ends(broadcast, path))
        #expect(target.status.state == .closed && target.status.lastError == nil, "\(target.status)")
        #expect(reader.exitStatus(within: .seconds(20)) != nil)
        #expect(Program.decodingComplaints(copy) == "")
    }
}
