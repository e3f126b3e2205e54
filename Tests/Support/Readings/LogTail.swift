import Fixtures
import Foundation
public import Platform

/// The lines of a growing file, each with the moment when it was seen, which is 1 ms after it was written at the latest
/// while somebody waits for one.
///
/// One owner.
public final class LogTail {
    public struct Line: Hashable, Sendable {
        public let seen: MediaTime
        public let text: String
    }

    private let descriptor: Int32
    private var partial: [UInt8] = []
    private var waiting: [Line] = []
    /// Everything that was taken in, for messages.
    private var last = ""

    /// What the file holds already is passed over.
    public init(_ path: String) throws {
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FixtureError("cannot read \(path)") }
        lseek(descriptor, 0, SEEK_END)
    }

    deinit { close(descriptor) }

    /// The next line that contains all of `words`; lines before it are passed over.
    public func next(_ words: String..., timeout: Duration = .seconds(20)) throws -> Line {
        let deadline = MediaTime.now() + timeout
        while true {
            while !waiting.isEmpty {
                let line = waiting.removeFirst()
                last = line.text
                if words.allSatisfy(line.text.contains) { return line }
            }
            if takeIn() { continue }
            guard MediaTime.now() < deadline else { throw FixtureError("no line with \(words) within \(timeout); the last one was: \(last)") }
            poll(nil, 0, 1)
        }
    }

    private func takeIn() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = read(descriptor, &buffer, buffer.count)
        guard count > 0 else { return false }
        let now = MediaTime.now()
        for byte in buffer[..<count] {
            if byte == UInt8(ascii: "\n") {
                waiting.append(Line(seen: now, text: String(decoding: partial, as: UTF8.self)))
                partial.removeAll(keepingCapacity: true)
            } else {
                partial.append(byte)
            }
        }
        return true
    }
}
