import HLS
import Testing

@Suite struct PredicateTests {
    /// Variants of the sample that it holds for, by number.
    private func numbers(_ text: String, _ sample: String) throws -> [Int] {
        let predicate = try VariantPredicate(text)
        return try MasterPlaylist(sample).variants.filter { predicate.holds(for: $0) }.map(\.number)
    }

    @Test(arguments: [
        ("peakBitRate < 5000000", []), ("peakBitRate > 5000000", [1, 2]), ("videoAttributes.videoRange == PQ", [2]),
        ("videoAttributes.videoRange = 'pq'", [2]), ("videoAttributes.videoRange != PQ", [1]), ("!(videoAttributes.videoRange == PQ)", [1]),
        ("peakBitRate < 20000000 && videoAttributes.videoRange == PQ", []), ("peakBitRate < 20000000 || videoAttributes.videoRange == PQ", [1, 2]),
        ("peakBitRate =< 14516883", [1]), ("peakBitRate => 34516883", [2]), ("videoAttributes.videoRange <> PQ", [1]),
        ("peakBitRate <= 14516883", [1]), ("peakBitRate < 14516883", []), ("peakBitRate >= 34516883", [2]), ("peakBitRate > 34516883", []),
        ("peakBitRate BETWEEN {14516883, 34516883}", [1, 2]), ("peakBitRate IN {5, 14516883}", [1]),
        ("peakBitRate BETWEEN {1, 20000000}", [1]), ("peakBitRate between 1 and 20000000", [1]),
        ("videoAttributes.nominalFrameRate == 23.976", [1, 2]),
        ("videoAttributes.nominalFrameRate >= 24", []), ("videoAttributes.presentationSize.height >= 1920", [2]),
        ("videoAttributes.presentationSize == 1920x1080", [1]), ("videoAttributes.presentationSize > 1920x1080", [2]),
        ("videoAttributes.codecTypes IN {dvh1, dvhe}", [2]), ("videoAttributes.codecTypes CONTAINS avc1", [1]),
        ("audioAttributes.formatIDs IN {ec-3}", [2]), ("'ec-3' IN audioAttributes.formatIDs", [2]), ("audioAttributes.formatIDs != aach", [2]),
        ("channels(group:\"stereo\") >= 2", [1, 2]), ("channels(group:\"stereo\") > 2", []), ("channels() == 16", [2]),
        ("channels(group:\"gone\") > 0", []),
        ("audioAttributes.channelCount == 2", [1]), ("averageBitRate > 0", []), ("averageBitRate != 5", [1, 2]),
        ("NOT audioAttributes.isBinaural", [1, 2]),
        ("peakBitRate > 1 AND NOT videoAttributes.videoRange IN {SDR, HLG} OR peakBitRate < 1", [2]),
        ("peakBitRate < 1 AND peakBitRate < 1 OR peakBitRate > 1", [1, 2]), ("peakBitRate < 1 AND (peakBitRate < 1 OR peakBitRate > 1)", []),
    ])
    func theReferencesVariantsAreTold(text: String, expected: [Int]) throws { #expect(try numbers(text, MasterSamples.reference) == expected) }

    @Test(arguments: [
        ("audioAttributes.formatIDs IN {alac} ", [2, 3]), ("audioAttributes.isBinaural", [4]), ("isBinaural(group:\"ears\") == true", [1, 2, 3, 4]),
        ("videoAttributes.videoRange == SDR", [1, 2]), ("audioAttributes.isBinaural == NO", [1, 2, 3]),
    ])
    func losslessAndBinauralAudioIsTold(text: String, expected: [Int]) throws { #expect(try numbers(text, MasterSamples.lossless) == expected) }

    @Test(arguments: [
        ("", 1, "peakBitRate, averageBitRate"), ("peekBitRate < 5", 1, "'peekBitRate' is no property: peakBitRate"),
        ("videoattributes.videorange == PQ", 1, "is no property: videoAttributes.videoRange could stand here"),
        ("videoRange == PQ", 1, "is no property: videoAttributes.videoRange could"), ("PeakBitrate < 5", 1, "property: peakBitRate could"),
        ("peakBitRate", 12, "==, !=, <, <=, >, >=, BETWEEN or IN"),
        ("peakBitRate < ", 15, "a number could stand here, not the end"), ("peakBitRate < fast", 15, "a number could stand here, not 'fast'"),
        ("peakBitRate < 5M", 15, "'5M' is no number"), ("videoAttributes.videoRange == HDR", 31, "SDR, HLG or PQ could stand here, not 'HDR'"),
        ("videoAttributes.videoRange < PQ", 28, "==, != or IN could stand here, not '<'"), ("(peakBitRate < 5", 17, ") could stand here"),
        ("peakBitRate < 5 6", 17, "&&, || or the end could stand here, not '6'"), ("peakBitRate < 5 &&", 19, "peakBitRate"),
        ("peakBitRate IN 5", 16, "{ could stand here"),
        ("peakBitRate IN {5", 18, ", or } could stand here"), ("peakBitRate BETWEEN {5}", 21, "two values stand here"),
        ("channels(grp:\"a\") > 2", 10, "group:\"NAME\" or )"),
        ("channels(group:) > 2", 16, "the name of a group"), ("peakBitRate < \"5", 15, "no other one behind it"),
        ("peakBitRate ; 5", 13, "';' has no meaning"),
        ("videoAttributes.codecTypes > avc1", 28, "==, != or IN"), ("audioAttributes.isBinaural == 5", 31, "true or false"),
        ("videoAttributes.presentationSize == big", 37, "a size such as 1920x1080"), ("peakBitRate == 5 && && peakBitRate == 5", 21, "not '&&'"),
        ("peakBitRate < 99999999999999999999", 15, "is no number"),
    ])
    func anErrorPointsAtTheColumn(text: String, column: Int, message: String) {
        let error = #expect(throws: HLSError.self) { try VariantPredicate(text) }
        #expect(error?.code == .badPredicate && error?.message.hasPrefix("column \(column): ") == true, "\(String(describing: error))")
        #expect(error?.message.contains(message) == true, "\(String(describing: error))")
    }

    @Test func depthAndLengthHaveLimits() {
        let deep = String(repeating: "(", count: 1000) + "peakBitRate < 5" + String(repeating: ")", count: 1000)
        #expect(throws: HLSError.self) { try VariantPredicate(deep) }
        #expect(throws: HLSError.self) { try VariantPredicate(String(repeating: "!", count: 5000)) }
    }
}
