import Frames
import Testing

@testable import Delivery
@testable import Preflight
@testable import RateControl

@Suite struct SettingRankingTests {
    private let unknown = StreamingService(host: "live.example.com")

    @Test func whatIsUsedIsEightyFivePercentOfTheLineWithoutTheSound() {
        #expect(SettingRanking.budget(measured: 2_000_000, sound: 128_000) == 1_572_000)
        #expect(SettingRanking.budget(measured: 100_000, sound: 128_000) == 0)
    }

    @Test func theLargestPictureThatIsSharpComesFirst() throws {
        let settings = SettingRanking.ranked(measured: 4_200_000, service: unknown)
        let best = try #require(settings.first)
        #expect((best.size.height, best.framesPerSecond) == (1080, 30))
        #expect(best.bitsPerSecond == 3_400_000)
        #expect(settings.contains { $0.size.height == 720 && $0.framesPerSecond == 60 })
    }

    @Test func softPicturesStandBehindSharpOnes() throws {
        let settings = SettingRanking.ranked(measured: 1_500_000, service: unknown)
        let firstSoft = try #require(settings.firstIndex { $0.why.hasPrefix("just enough") })
        #expect(firstSoft > 0)
        #expect(settings[firstSoft...].allSatisfy { $0.why.hasPrefix("just enough") })
        #expect(settings[firstSoft].size.height == 1080)
    }

    @Test func noSettingIsAboveWhatTheLineHasOrBelowItsOwnFloor() {
        for measured in stride(from: 100_000, to: 40_000_000, by: 370_000) {
            let budget = SettingRanking.budget(measured: measured, sound: 128_000)
            for setting in SettingRanking.ranked(measured: measured, service: unknown) {
                #expect(setting.bitsPerSecond <= budget)
                #expect(setting.bitsPerSecond >= setting.leastBitsPerSecond)
            }
        }
    }

    @Test(arguments: [
        ("a1b2c3d4e5f6.global-contribute.live-video.net", 8_500_000), ("live.twitch.tv", 6_000_000),
        ("fra02.contribute.live-video.net", 6_000_000), ("ingest.global-contribute.live-video.net", 6_000_000),
        ("live-api-s.facebook.com", 9_000_000),
    ])
    func aServicesCeilingIsNeverPassed(host: String, ceiling: Int) throws {
        let settings = SettingRanking.ranked(measured: 50_000_000, service: StreamingService(host: host))
        let highest = try #require(settings.map(\.bitsPerSecond).max())
        #expect(highest <= ceiling)
        #expect(settings.allSatisfy { $0.size.height <= 1080 })
    }

    @Test func aServiceMayTakeLessOfASmallerPicture() {
        let settings = SettingRanking.ranked(measured: 50_000_000, service: StreamingService(host: "live-api-s.facebook.com"))
        for setting in settings where setting.size.height == 360 { #expect(setting.bitsPerSecond <= 1_000_000) }
    }

    @Test func nothingIsLargerOrFasterThanWanted() throws {
        let requests = SettingPreferences(largest: PixelSize(width: 1280, height: 720), framesPerSecond: 30)
        let settings = SettingRanking.ranked(measured: 50_000_000, requests: requests, service: unknown)
        #expect(settings.first?.size == requests.largest)
        #expect(settings.allSatisfy { $0.size.height <= 720 && $0.framesPerSecond <= 30 })
        let large = SettingPreferences(largest: PixelSize(width: 3840, height: 2160))
        #expect(SettingRanking.ranked(measured: 50_000_000, requests: large, service: unknown).first?.size.height == 2160)
    }

    @Test(arguments: [QualityTable.sharp, .smooth, .desktop]) func noMoreIsMeasuredThanCanBeUsedAndNoLess(table: QualityTable) throws {
        let requests = SettingPreferences(table: table)
        let (most, least) = (SettingRanking.most(requests, unknown), SettingRanking.least(requests, unknown))
        let (all, best) = (
            SettingRanking.ranked(measured: 100_000_000, requests: requests, service: unknown),
            SettingRanking.ranked(measured: most, requests: requests, service: unknown)
        )
        #expect(all == best)
        #expect(!SettingRanking.ranked(measured: least, requests: requests, service: unknown).isEmpty)
        #expect(SettingRanking.ranked(measured: least * 9 / 10, requests: requests, service: unknown).isEmpty)
    }

    @Test func aHostThatOnlyEndsLikeAServiceIsNone() {
        #expect(StreamingService(host: "nottwitch.tv").name == nil)
        #expect(StreamingService(host: "LIVE.TWITCH.TV").name == "Twitch")
    }

    @Test func aLineThatCarriesNothingGetsNoSetting() {
        #expect(SettingRanking.ranked(measured: 250_000, service: unknown).isEmpty)
        #expect(SettingRanking.ranked(measured: 0, service: unknown).isEmpty)
    }
}
