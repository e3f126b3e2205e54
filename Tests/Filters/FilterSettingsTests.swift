import Filters
import Testing

/// What filters are called, and what is no filter.
@Suite struct FilterSettingsTests {
    @Test func settingsAreReadAndWrittenAlike() throws {
        let settings = try FilterSettings(["whiten=0.8", "smooth=0.6", "lut=/luts/a b.cube"])
        #expect(settings[.smooth] == 0.6 && settings[.whiten] == 0.8 && settings[.sharpen] == 0 && settings[.contrast] == 1)
        #expect(settings.lut == "/luts/a b.cube" && settings.words == ["smooth=0.6", "whiten=0.8", "lut=/luts/a b.cube"])
        #expect(try FilterSettings(settings.words) == settings)
        let key = try FilterSettings(["key=00FF7f"])
        #expect(key.key == .init(red: 0, green: 255, blue: 127) && key[.similarity] == 0.1 && key[.blend] == 0.05 && key.words == ["key=#00ff7f"])
    }

    @Test func strengthsAreClamped() throws {
        let settings = try FilterSettings(["smooth=7", "whiten=-3", "ruddy=0.5", "sharpen=1.01", "denoise=100000"])
        #expect([.smooth, .whiten, .ruddy, .sharpen, .denoise].map { settings[$0] } == [1, 0, 0.5, 1, 1])
    }

    @Test func changingLeavesTheRest() throws {
        var settings = try FilterSettings(["smooth=0.6", "whiten=0.8"])
        try settings.apply(["smooth=0.3"])
        #expect(settings.words == ["smooth=0.3", "whiten=0.8"])
        #expect(throws: FilterError.self) { try settings.apply(["smooth=0.1", "whiten=x"]) }
        #expect(settings.words == ["smooth=0.3", "whiten=0.8"])
    }

    @Test(arguments: [
        ([], "needs a setting"), (["smooth"], "no setting"), (["soft=1"], "'soft'"), (["smooth="], "0 to 1"), (["smooth=nan"], "0 to 1"),
        (["smooth=0x1"], "0 to 1"), (["smooth=1e300"], "0 to 1"), (["contrast=3.1"], "0 to 3"), (["gamma=0"], "0.1 to 10"),
        (["brightness=-2"], "-1 to 1"),
        (["lut=warm.cube"], "absolute"), (["lut=/a\0b"], "absolute"), (["key=green"], "#RRGGBB"), (["key=#12345"], "#RRGGBB"),
        (["similarity=0.2"], "key=#00ff00"), (["spill=1"], "key=#00ff00"), (["smooth=0.1", "smooth=0.2"], "twice"), (["=1"], "''"),
    ])
    func whatIsWrongIsOneLine(words: [String], part: String) {
        let error = #expect(throws: FilterError.self) { _ = try FilterSettings(words) }
        #expect(error?.code == .badSetting && error?.message.contains(part) == true, "\(error?.message ?? "")")
        #expect(error?.message.contains("\n") == false)
    }
}
