import Platform
import Testing

@testable import TestSupport
@testable import splitcast_bench

/// What Splitcast is held to beside its peers.
@Suite struct RequirementTests {
    private func measurement(cores: Double = 1, residentMiB: Int = 100, numbers: [UInt32] = [], ages: [Int64] = []) -> Measurement {
        let processes = [("agent", 0.25), ("host", 0.75), (Measurement.screenServer, 9)].map { role, share in
            Measurement.Process(
                role: role, cores: cores * share, uniqueBytes: 0, proportionalBytes: 0, residentBytes: role == "host" ? residentMiB << 20 : 1 << 40)
        }
        let stamps = numbers.map { number in
            let rows = [UInt16(0), UInt16(number), 0, 0]
            let check = rows.reduce(UInt16(0x5aa5)) { ($0 << 3 | $0 >> 13) ^ $1 }
            return Stamp(cells: (rows + [~check]).flatMap { row in (0..<16).map { row << $0 & 0x8000 == 0 ? 0 : 255 } })
        }
        return Measurement(processes: processes, tally: StampTally(stamps), ages: ages.map { .milliseconds($0) }, firstPacket: .zero)
    }

    @Test func costIsHeldAgainstThePeerThatIsNamed() throws {
        let figures: Requirement.Figures = [
            "idle": [.splitcast: measurement(cores: 0.07), .ffmpeg: measurement(cores: 1), .gstreamer: measurement(cores: 0.5)]
        ]
        #expect(try #require(Requirement.cost(on: "idle", atMost: 0.07, of: .ffmpeg).bar(in: figures)).isMet)
        let cheapest = try #require(Requirement.cost(on: "idle", atMost: 0.07, of: nil).bar(in: figures))
        #expect(!cheapest.isMet)
        #expect(cheapest.value == "0.140 (gst)")
    }

    @Test func whatWasNotMeasuredHasNoBar() {
        let alone: Requirement.Figures = ["motion": [.splitcast: measurement()]]
        let peers: Requirement.Figures = ["motion": [.ffmpeg: measurement()]]
        #expect(Requirement.all.allSatisfy { $0.bar(in: [:]) == nil })
        #expect(Requirement.cost(on: "motion", atMost: 1, of: nil).bar(in: alone) == nil)
        #expect(Requirement.cost(on: "motion", atMost: 1, of: .gstreamer).bar(in: peers) == nil)
        #expect(Requirement.deliveredAsBest(on: "motion").bar(in: alone) == nil)
        #expect(Requirement.resident(height: 1080, atMost: 1).bar(in: peers) == nil)
    }

    @Test func framesAreCountedAgainstThoseThatWereDrawn() throws {
        let requirement = Requirement.delivered(on: "overload", atLeast: 9, of: 10)
        func bar(_ numbers: [UInt32]) throws -> Bar { try #require(requirement.bar(in: ["overload": [.splitcast: measurement(numbers: numbers)]])) }
        #expect(try bar([0, 1, 2, 3, 4, 5, 6, 7, 9]).isMet)
        let missed = try bar([0, 1, 2, 3, 4, 5, 6, 9])
        #expect(!missed.isMet)
        #expect(missed.value == "8 of 10")
        #expect(try !bar([]).isMet)
    }

    @Test func asManyFramesAsTheBestPeersAreWanted() throws {
        let requirement = Requirement.deliveredAsBest(on: "motion")
        func isMet(_ ours: Int) throws -> Bool {
            let peers = [Contender.ffmpeg: 7, .gstreamer: 9].mapValues { measurement(ages: Array(repeating: 5, count: $0)) }
            let all = peers.merging([.splitcast: measurement(ages: Array(repeating: 5, count: ours))]) { $1 }
            return try #require(requirement.bar(in: ["motion": all])).isMet
        }
        #expect(try isMet(9))
        #expect(try !isMet(8))
    }

    @Test func framesInTimeAreThoseOfOneRun() {
        let runs = [measurement(ages: [1, 2, 3]), measurement(ages: [1, 2, 3, 4, 5])]
        #expect(Measurement(combining: runs).framesInTime == 4)
    }

    @Test func delayIsThatOfTheShareThatIsNamed() throws {
        let figures: Requirement.Figures = ["motion": [.splitcast: measurement(ages: Array(1...100))]]
        #expect(try #require(Requirement.delay(on: "motion", share: 0.5, atMost: .milliseconds(51)).bar(in: figures)).isMet)
        #expect(try !#require(Requirement.delay(on: "motion", share: 0.95, atMost: .milliseconds(51)).bar(in: figures)).isMet)
        let silent: Requirement.Figures = ["motion": [.splitcast: measurement()]]
        #expect(try !#require(Requirement.delay(on: "motion", share: 0.5, atMost: .milliseconds(51)).bar(in: silent)).isMet)
    }

    @Test func memoryIsThatOfTheHostOnTheWorkloadThatNeedsMost() throws {
        let figures: Requirement.Figures = [
            "idle": [.splitcast: measurement(residentMiB: 90)], "motion": [.splitcast: measurement(residentMiB: 131)],
            "idle-4k": [.splitcast: measurement(residentMiB: 300)],
        ]
        let bar = try #require(Requirement.resident(height: 1080, atMost: 130).bar(in: figures))
        #expect((bar.isMet, bar.value) == (false, "131.0 MiB"))
        #expect(try #require(Requirement.resident(height: 1080, atMost: 131).bar(in: figures)).isMet)
    }

    @Test func everyRequirementIsAboutAWorkload() {
        for requirement in Requirement.all {
            switch requirement {
            case .cost(let name, _, _), .delivered(let name, _, _), .deliveredAsBest(let name), .delay(let name, _, _):
                #expect(Workload.named(name) != nil, "\(name)")
            case .resident: break
            }
        }
    }
}
