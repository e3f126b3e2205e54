import Testing

@testable import splitcast_bench

/// How like the drawn pictures the received ones were, and at which bit rate.
@Suite struct QualityReportTests {
    private func row(_ contender: Contender, _ similarity: Double, kilobits: Int = 1000, workload: String = "scroll") -> QualityReport.Row {
        QualityReport.Row(
            workload: workload, kilobits: kilobits, contender: contender, similarity: similarity, low: 0, received: 0, cores: 0)
    }

    @Test func oursIsHeldAgainstTheBestAtTheSameRate() {
        let others = [row(.ffmpeg, 0.95), row(.gstreamer, 0.96), row(.ffmpeg, 0.99, kilobits: 4500), row(.ffmpeg, 0.99, workload: "motion")]
        let met = QualityReport(rows: [row(.splitcast, 0.9581)] + others)
        #expect(met.bars.map(\.isMet) == [true])
        #expect(met.bars.map(\.value) == ["0.9581 beside 0.9600 (gst)"])
        #expect(QualityReport(rows: [row(.splitcast, 0.9579)] + others).bars.map(\.isMet) == [false])
    }

    @Test func aloneThereIsNoBar() {
        #expect(QualityReport(rows: [row(.splitcast, 0.9)]).bars.isEmpty)
    }

    @Test func theRateIsWhatCameWhileItCounted() {
        let packets = "0.000,9000\n0.500,9000\n1.000,1000\n1.500,1000\n2.000,5000\n"
        #expect(VideoRate(packets: packets, from: 1).bitRate == 16000)
        #expect(VideoRate(packets: "", from: 1).bitRate == 0)
        #expect(VideoRate(packets: "0.0,5\n", from: 0).bitRate == 0)
    }
}
