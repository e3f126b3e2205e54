import Testing

@testable import Protocols

@Suite struct TransportCutterTests {
    /// The datagrams that writes of these sizes become.
    private func cut(_ sizes: [Int], _ datagramBytes: Int = 1316) throws -> (datagrams: [[UInt8]], all: [UInt8]) {
        var cutter = TransportCutter(datagramBytes: datagramBytes)
        let all = (0..<sizes.reduce(0, +)).map { UInt8(truncatingIfNeeded: $0 / 188 &* 31 &+ $0 % 188) }
        var (datagrams, sent): ([[UInt8]], Int) = ([], 0)
        for size in sizes {
            try all[sent..<(sent + size)].withUnsafeBytes { bytes in try cutter.cut(bytes) { datagrams.append(Array($0)) } }
            sent += size
        }
        return (datagrams, all)
    }

    @Test(arguments: [
        [188], [1316], [188 * 100], [65_536, 188 * 100 - 65_536 % 188], [100, 88, 500, 64], [1, 1, 1, 185], [1500, 1500, 8, 0, 188 * 2 - 188],
    ])
    func everyDatagramIsOfWholePacketsAndNothingIsLost(sizes: [Int]) throws {
        let (datagrams, all) = try cut(sizes)
        #expect(datagrams.allSatisfy { $0.count % 188 == 0 && (188...1316).contains($0.count) })
        let sent = datagrams.flatMap { $0 }
        #expect(sent == Array(all.prefix(all.count / 188 * 188)))
    }

    @Test func whatAWriteBringsIsNotHeldBack() throws {
        let (datagrams, _) = try cut([188 * 3, 188 * 8, 188])
        #expect(datagrams.map(\.count) == [188 * 3, 188 * 7, 188, 188])
    }

    @Test func smallerDatagramsAreKept() throws {
        let (datagrams, _) = try cut([188 * 10], 376)
        #expect(datagrams.map(\.count) == Array(repeating: 376, count: 5))
    }
}
