import Fixtures
import Glibc
import Logging
import Platform
import Synchronization
import Testing

@testable import SplitcastCLI

@Suite struct LineLogHandlerTests {
    private final class Lines: Sendable {
        private let lines = Mutex<[String]>([])
        func add(_ line: String) { lines.withLock { $0.append(line) } }
        var all: [String] { lines.withLock { $0 } }
    }

    private func logged(_ level: Logger.Level, _ body: (Logger) -> Void) -> [String] {
        let lines = Lines()
        body(Logger(label: "test") { _ in LineLogHandler(level) { lines.add($0) } })
        return lines.all
    }

    @Test func aLineIsTimeLevelMessage() throws {
        let lines = logged(.info) { $0.info("page: http://127.0.0.1:8080/") }
        #expect(lines.count == 1)
        #expect(try #require(lines.first).wholeMatch(of: /\d\d:\d\d:\d\d info  page: http:\/\/127\.0\.0\.1:8080\//) != nil)
    }

    @Test func whatIsBelowTheLevelIsNotSaid() { #expect(logged(.warning) { $0.info("no") }.isEmpty) }

    @Test func metadataStandsBehindInOrder() {
        let lines = logged(.debug) { $0.debug("x", metadata: ["b": "2", "a": "1"]) }
        #expect(lines.first?.hasSuffix("debug x a=1 b=2") == true)
    }

    @Test func whatAPeerSaysCannotSteerTheTerminal() {
        let lines = logged(.info) { $0.info("agent: \u{1B}[2Jfirst\nsecond\u{9B}31m") }
        #expect(lines.first?.unicodeScalars.allSatisfy { $0.value >= 32 && !(127..<160).contains($0.value) } == true)
        #expect(lines.first?.contains("first second") == true)
    }

    @Test func linesStandAboveNothingWhereThereIsNoTerminal() throws {
        let file = try TemporaryFile("")
        let descriptor = open(file.path, O_WRONLY)
        defer { close(descriptor) }
        let console = Console(descriptor: descriptor)
        #expect(!console.isTerminal && console.columns == 80)
        console.write("one")
        console.complain("two")
        #expect(file.text == "one\nsplitcast: two\n")
    }

    @Test func theStatusLineIsTakenAwayForALineAndComesBack() throws {
        let file = try TemporaryFile("")
        let descriptor = open(file.path, O_WRONLY)
        defer { close(descriptor) }
        let console = Console(descriptor: descriptor)
        console.show("12 fps")
        console.write("log")
        console.show("")
        let erase = "\r\u{1B}[2K"
        #expect(file.text == "12 fps" + erase + "log\n12 fps" + erase)
    }

    /// A full pipe, or Ctrl-S in a terminal: it stands for the broadcast that goes on, and for both Ctrl-Cs.
    @Test func noOneWaitsForAConsoleThatIsNotRead() throws {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        let console = Console(descriptor: ends[1])
        try console.stopWaiting()
        let count = Atomic<Int>(0)
        let lines = 20_000
        let worker = try Worker(name: "test-log") {
            for number in 0..<lines {
                console.write("line \(number) of a log that no one reads")
                count.store(number + 1, ordering: .releasing)
            }
        }
        let isThrough = Watchdog.until { count.load(ordering: .acquiring) == lines }
        #expect(isThrough, "waits at line \(count.load(ordering: .acquiring))")
        // Ends whatever waits, and is still told what it missed.
        let reader = try Worker(name: "test-read") { [descriptor = ends[0]] in
            var (text, buffer) = ("", [UInt8](repeating: 0, count: 65536))
            while true {
                let size = read(descriptor, &buffer, buffer.count)
                if size <= 0 { break }
                text += String(decoding: buffer[..<size], as: UTF8.self)
            }
            #expect(text.hasPrefix("line 0 of") && text.contains(" lines were left out here: standard error was not read)\n"))
        }
        worker.join()
        console.end(within: .seconds(20))
        close(ends[1])
        reader.join()
        close(ends[0])
    }

    @Test func theEndDoesNotWaitForAConsoleThatIsNotRead() throws {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        let console = Console(descriptor: ends[1])
        try console.stopWaiting()
        for number in 0..<5000 { console.write("line \(number) of a log that no one reads") }
        let hasEnded = Notes<Bool>()
        let worker = try Worker(name: "test-end") {
            console.end(within: .milliseconds(50))
            hasEnded.add(true)
        }
        #expect(Watchdog.until(.seconds(20)) { !hasEnded.all.isEmpty })
        // One that does wait is let go.
        _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
        var buffer = [UInt8](repeating: 0, count: 65536)
        try waitUntil("the end of the console") {
            _ = read(ends[0], &buffer, buffer.count)
            return !hasEnded.all.isEmpty
        }
        worker.join()
    }
}
