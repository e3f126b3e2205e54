import Codec
import Delivery
import Testing

@testable import Session

/// How much memory a replay may take.
@Suite struct ReplayRoomTests {
    @Test func whatFitsIsTaken() throws {
        let limits = try ReplayRoom(available: 1_000_000_000).limits(.seconds(60), bitsPerSecond: 4_660_000, keyframeInterval: .seconds(2))
        #expect(limits.span == .seconds(60) && limits.byteCount > 35_000_000 && limits.byteCount < 50_000_000, "\(limits)")
    }

    @Test func whatIsMoreIsRefusedWithFigures() throws {
        let error = #expect(throws: SessionError.self) {
            try ReplayRoom(available: 1_000_000_000).limits(.seconds(7200), bitsPerSecond: 4_660_000, keyframeInterval: .seconds(2))
        }
        #expect(error?.code == .badSetting, "\(String(describing: error))")
        for text in ["5797 MB", "500 MB", "4660 kb/s", "--replay 10m at most", "--bitrate"] {
            #expect(error?.message.contains(text) == true, "\(text): \(String(describing: error))")
        }
        let tiny = #expect(throws: SessionError.self) {
            try ReplayRoom(available: 1_000_000).limits(.seconds(10), bitsPerSecond: 4_660_000, keyframeInterval: .seconds(2))
        }
        #expect(tiny?.message.contains("leave it out") == true)
    }

    @Test func thisMachineHasSome() { #expect(ReplayRoom().bytes > 1 << 20 && ReplayRoom().bytes < .max / 2) }

    @Test func aBroadcastMakesItByItsHighestBitRate() throws {
        var configuration = SessionConfiguration()
        #expect(try configuration.makeReplay(audio: []) == nil)
        configuration.replay = .seconds(10)
        configuration.quality.ceiling = 1_000_000
        let small = try #require(try configuration.makeReplay(audio: [AudioSettings()]))
        configuration.quality.ceiling = 8_000_000
        let large = try #require(try configuration.makeReplay(audio: [AudioSettings()]))
        #expect(large.limits.byteCount > 4 * small.limits.byteCount / 2)
    }
}
