import HLS
import Testing

@Suite struct SelectionTests {
    private func chosen(
        _ sample: String, prefer: [String] = [], require: [String] = [], choice: ContentConfiguration.Choice? = nil
    ) throws -> (Int, [String]) {
        let configuration = ContentConfiguration(
            choice: choice, preferences: try prefer.map { try VariantPredicate($0) }, requirements: try require.map { try VariantPredicate($0) })
        let found = try configuration.variant(among: try MasterPlaylist(sample).variants)
        return (found.variant.number, found.unmet.map(\.description))
    }

    @Test func thePreferencesAreFollowedInOrderAndFallBack() throws {
        #expect(try chosen(MasterSamples.bipbop) == (4, []))
        #expect(try chosen(MasterSamples.bipbop, prefer: ["peakBitRate < 5000000"]) == (3, []))
        #expect(try chosen(MasterSamples.bipbop, prefer: ["peakBitRate < 5000000", "audioAttributes.formatIDs IN {ec-3}"]).0 == 3)
        #expect(try chosen(MasterSamples.bipbop, prefer: ["audioAttributes.formatIDs IN {ec-3}", "peakBitRate < 5000000"]).0 == 4)
        let unmet = try chosen(MasterSamples.bipbop, prefer: ["videoAttributes.videoRange == PQ", "peakBitRate < 2200000"])
        #expect(unmet == (1, ["videoAttributes.videoRange == PQ"]))
    }

    @Test func whatIsRequiredRefuses() throws {
        let error = #expect(throws: HLSError.self) { try chosen(MasterSamples.bipbop, require: ["videoAttributes.videoRange == PQ"]) }
        #expect(error?.code == .nothingMatches && error?.message.contains("'videoAttributes.videoRange == PQ'") == true)
        #expect(try chosen(MasterSamples.bipbop, prefer: ["peakBitRate > 8100000"], require: ["channels() == 2"]).0 == 2)
    }

    @Test func aVariantIsChosenByNumberOrName() throws {
        #expect(try chosen(MasterSamples.bipbop, choice: .number(3)).0 == 3 && chosen(MasterSamples.dolbyVision, choice: .name("hlg")).0 == 1)
        let error = #expect(throws: HLSError.self) { try chosen(MasterSamples.bipbop, choice: .number(9)) }
        #expect(error?.message == "there is no variant 9: the playlist has 4, from 1 to 4")
    }

    @Test func ofOneVariantNoRangeIsNamed() throws {
        let error = #expect(throws: HLSError.self) { try chosen(MasterSamples.variables, choice: .name("hd")) }
        #expect(error?.message == "there is no variant 'hd': the playlist has one: low")
    }

    /// The fault is the playlist's, and not what was chosen.
    @Test func ofNoVariantNoneIsChosen() {
        let error = #expect(throws: HLSError.self) { try ContentConfiguration().variant(among: []) }
        #expect(error?.code == .malformed && error?.message == "the playlist has no variant")
    }

    // MARK: The plan

    private func plan(
        _ sample: String, _ primary: ContentConfiguration = ContentConfiguration(), _ auxiliary: [ContentConfiguration] = [], optimizes: Bool = true
    ) throws -> DownloadPlan {
        try DownloadPlan(try MasterPlaylist(sample), primary: primary, auxiliary: auxiliary, optimizesAuxiliary: optimizes)
    }

    @Test func thePlaylistsDefaultsAreTakenWhereNoLanguageIsNamed() throws {
        #expect(try plan(MasterSamples.bipbop).tracks.map(\.uri) == ["v9/prog_index.m3u8", "a3/prog_index.m3u8", "s1/en/prog_index.m3u8"])
        #expect(try plan(MasterSamples.reference).tracks.map(\.uri) == ["dovi/video.m3u8", "audio/en/atmos.m3u8"])
    }

    @Test func languagesAreChosenInOrder() throws {
        let media = MediaSelection(audio: ["fr", "en"], subtitles: [])
        let tracks = try plan(MasterSamples.reference, ContentConfiguration(media: media)).tracks
        #expect(tracks.map(\.uri) == ["dovi/video.m3u8", "audio/fr/atmos.m3u8", "audio/en/atmos.m3u8"])
        #expect(try plan(MasterSamples.bipbop, ContentConfiguration(media: MediaSelection(subtitles: ["en", "de"]))).tracks.count == 4)
        let error = #expect(throws: HLSError.self) {
            try plan(MasterSamples.reference, ContentConfiguration(media: MediaSelection(audio: ["it"])))
        }
        #expect(error?.code == .notThere && error?.message == "no audio in 'it': there is en, fr")
    }

    /// Languages are optional, names are not.
    @Test func whatHasNoLanguageIsChosenByItsName() throws {
        let audio = ["mix", "mic"].map { "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"\($0)\",URI=\"\($0).m3u8\"\n" }.joined()
        let text = "#EXTM3U\n\(audio)#EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO=\"a\",STABLE-VARIANT-ID=\"low\"\nv.m3u8\n"
        #expect(try plan(text, ContentConfiguration(media: MediaSelection(audio: ["Mic"]))).tracks.map(\.uri) == ["v.m3u8", "mic.m3u8"])
        let error = #expect(throws: HLSError.self) { try plan(text, ContentConfiguration(media: MediaSelection(audio: ["en"]))) }
        #expect(error?.message == "no audio in 'en': there is mix, mic")
        let other = #expect(throws: HLSError.self) { try plan(text, ContentConfiguration(choice: .name("high"))) }
        #expect(other?.message == "there is no variant 'high': the playlist has one: low")
    }

    /// The picture of the primary configuration is fetched once, also where another variant would be better by itself.
    @Test func anAuxiliaryConfigurationSharesThePicture() throws {
        let primary = ContentConfiguration(preferences: [try VariantPredicate("peakBitRate < 4500000")])
        let auxiliary = ContentConfiguration(preferences: [try VariantPredicate("audioAttributes.formatIDs IN {alac} ")])
        let optimized = try plan(MasterSamples.lossless, primary, [auxiliary])
        #expect(optimized.entries.map(\.variant.number) == [1, 2] && optimized.tracks.map(\.uri) == ["hd.m3u8", "aac-en.m3u8", "alac-en.m3u8"])
        let apart = try plan(MasterSamples.lossless, primary, [auxiliary], optimizes: false)
        #expect(apart.entries.map(\.variant.number) == [1, 3])
        #expect(apart.tracks.map(\.uri) == ["hd.m3u8", "aac-en.m3u8", "uhd.m3u8", "alac-en.m3u8"])
    }

    /// Where no variant with the picture meets it, another is taken all the same.
    @Test func anAuxiliaryConfigurationThatCannotShareStillIsMet() throws {
        let primary = ContentConfiguration(choice: .number(1))
        let auxiliary = ContentConfiguration(preferences: [try VariantPredicate("audioAttributes.isBinaural")])
        #expect(try plan(MasterSamples.lossless, primary, [auxiliary]).tracks.map(\.uri) == ["hd.m3u8", "aac-en.m3u8", "ears-en.m3u8"])
    }
}
