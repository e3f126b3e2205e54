import HLS
import Testing

@Suite struct VariantTests {
    @Test func theReferencesAttributesAreThere() throws {
        let variants = try MasterPlaylist(MasterSamples.reference).variants
        #expect(variants.map(\.peakBitRate) == [14_516_883, 34_516_883] && variants.map(\.averageBitRate) == [nil, nil])
        let (sdr, vision) = (try #require(variants[0].videoAttributes), try #require(variants[1].videoAttributes))
        #expect(sdr.videoRange == .sdr && vision.videoRange == .pq && vision.nominalFrameRate == 23.976)
        #expect(sdr.presentationSize == PresentationSize(width: 1920, height: 1080) && vision.codecTypes == ["dvh1"])
        let audio = variants.compactMap(\.audioAttributes)
        #expect(audio.map(\.formatIDs) == [["aach"], ["ec-3"]] && audio.map { $0.channelCount() } == [2, 16])
        #expect(audio[0].channelCount(group: "atmos") == 16 && audio[0].channelCount(group: "gone") == nil && !audio[0].isBinaural)
    }

    @Test(arguments: [
        (MasterSamples.reference, ["", "4K HDR PQ Dolby Vision Atmos"]), (MasterSamples.bipbop, ["", "", "", ""]),
        (MasterSamples.dolbyVision, ["HDR HLG Dolby Vision", "4K HDR PQ Dolby Vision"]),
        (MasterSamples.lossless, ["", "lossless", "4K HDR PQ lossless", ""]),
        (MasterSamples.variables, [""]),
    ])
    func badgesComeFromThePlaylist(sample: String, badges: [String]) throws {
        #expect(try MasterPlaylist(sample).variants.map { $0.badges.map(\.rawValue).joined(separator: " ") } == badges)
    }

    @Test func audioAloneHasNoPictureAndSilenceNoAudio() throws {
        let variants = try MasterPlaylist(MasterSamples.lossless).variants
        #expect(variants[3].videoAttributes == nil && variants[3].audioAttributes?.isBinaural == true)
        #expect(try MasterPlaylist(MasterSamples.variables).variants[0].audioAttributes == nil)
        #expect(try MasterPlaylist(MasterSamples.dolbyVision).variants.map(\.name) == ["hlg", "pq"])
    }
}
