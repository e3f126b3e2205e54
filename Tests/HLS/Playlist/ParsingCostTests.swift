import Allocations
import HLS
import Testing

/// How long reading takes is measured by the benchmark; here, what it takes of memory per segment: a second copy of a text, a list or a
/// dictionary for each would show.
@Suite struct ParsingCostTests {
    private func allocations(segments: Int) throws -> Int64 {
        let bytes = Array(LongPlaylist.text(segments: segments).utf8)
        let before = allocations_of_thread()
        let playlist = try Playlist(parsing: bytes)
        let after = allocations_of_thread()
        guard case .media(let media) = playlist else { throw HLSError(.wrongKind, "no media playlist") }
        #expect(media.segments.count == segments)
        return before < 0 ? 0 : after - before
    }

    /// Not optimised, each slice and closure allocates: what counts is that a segment costs the same in a long playlist.
    @Test func aSegmentCostsTheSameInALongPlaylist() throws {
        let (short, long) = (try allocations(segments: 1000), try allocations(segments: 16_000))
        #expect(long <= short * 17, "\(short) allocations for 1,000 segments, \(long) for 16,000")
    }
}
