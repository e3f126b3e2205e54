import Glibc
import Logging
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
}
