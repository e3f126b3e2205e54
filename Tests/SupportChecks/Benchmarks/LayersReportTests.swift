import Frames
import Testing

@testable import TestSupport
@testable import splitcast_bench

/// What a second source costs.
@Suite struct LayersReportTests {
    private func row(_ arrangement: Arrangement, cores: Double, contender: LayersContender = .splitcast, numbers: [UInt32]) -> LayersReport.Row {
        let stamps = numbers.map { number in
            let rows = [UInt16(0), UInt16(number), 0, 0]
            let check = rows.reduce(UInt16(0x5aa5)) { ($0 << 3 | $0 >> 13) ^ $1 }
            return Stamp(cells: (rows + [~check]).flatMap { row in (0..<16).map { row << $0 & 0x8000 == 0 ? 0 : 255 } })
        }
        let process = Measurement.Process(role: "host", cores: cores, uniqueBytes: 0, proportionalBytes: 0, residentBytes: 0)
        let measurement = Measurement(processes: [process], tally: StampTally(stamps), ages: [], firstPacket: .zero)
        return LayersReport.Row(workload: "motion", arrangement: arrangement, contender: contender, measurement: measurement)
    }

    private let all = (1...100).map { UInt32($0) }

    @Test func twoSourcesAreHeldAgainstOne() {
        let one = row(.one, cores: 0.5, numbers: all)
        let other = row(.one, cores: 0.1, contender: .obs, numbers: all)
        let met = LayersReport(rows: [other, one, row(.pictureInPicture, cores: 0.6, numbers: all)])
        #expect(met.bars.map(\.isMet) == [true] && met.bars.map(\.value) == ["1.20"])
        #expect(LayersReport(rows: [one, row(.sideBySide, cores: 0.61, numbers: all)]).bars.map(\.isMet) == [false])
        #expect(LayersReport(rows: [other, row(.sideBySide, cores: 0.1, numbers: all)]).bars.map(\.value) == ["not measured"])
        let lossy = row(.pictureInPicture, cores: 0.5, numbers: all.filter { $0 % 50 != 0 || $0 == 100 } + [102])
        #expect(LayersReport(rows: [one, lossy]).bars.map(\.value) == ["1.00, with frames lost"])
    }

    @Test func theLayoutsLieOnTheCanvas() {
        let canvas = PixelSize(width: 1922, height: 1082)
        for arrangement in Arrangement.allCases {
            for box in arrangement.boxes(on: canvas) {
                #expect(box.x >= 0 && box.y >= 0 && box.x + box.width <= canvas.width && box.y + box.height <= canvas.height)
                #expect([box.x, box.y, box.width, box.height].allSatisfy { $0 % 2 == 0 }, "\(box)")
            }
        }
        #expect(Arrangement.pictureInPicture.boxes(on: PixelSize(width: 1920, height: 1080)).last == .init(x: 1420, y: 790, width: 480, height: 270))
    }
}
