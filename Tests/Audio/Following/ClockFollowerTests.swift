import Fixtures
import Glibc
import Platform
import Testing

@testable import Audio

/// The follower against simulated devices: their rate, and timestamps with jitter, are known exactly.
@Suite struct ClockFollowerTests {
    /// A device that runs `ppm` fast, in blocks of 10 ms, from 1 s of the clock on.
    private struct Device {
        var ppm: Double
        var jitterMilliseconds: Double
        var random = SeededRandom(seed: 42)

        /// True position at a moment, in seconds of the clock after the first sample.
        func position(atSeconds seconds: Double) -> Double { seconds * 48_000 * (1 + ppm * 1e-6) }

        mutating func timestamp(ofBlock block: Int) -> MediaTime {
            let seconds = Double(block * 480) / (48_000 * (1 + ppm * 1e-6))
            let jitter = Double.random(in: -jitterMilliseconds...jitterMilliseconds, using: &random) / 1000
            return MediaTime(nanoseconds: Int64((1 + seconds + jitter) * 1e9))
        }
    }

    /// The largest error of position and of rate after `settled` seconds of `total`.
    private func follow(_ device: Device, total: Double, settled: Double) -> (milliseconds: Double, ppm: Double, early: Double) {
        var device = device
        var follower = ClockFollower()
        var (position, rate, early) = (0.0, 0.0, 0.0)
        for block in 0..<Int(total * 100) {
            follower.observe(position: Int64(block * 480), at: device.timestamp(ofBlock: block))
            guard follower.isSettled else { continue }
            let seconds = Double(block) / 100
            let now = MediaTime(nanoseconds: Int64((1 + seconds) * 1e9))
            let error = abs(follower.position(at: now) - device.position(atSeconds: seconds)) / 48
            early = max(early, error)
            guard seconds > settled else { continue }
            position = max(position, error)
            rate = max(rate, abs((follower.rate - 1) * 1e6 - device.ppm))
        }
        return (position, rate, early)
    }

    /// A follower that has seen so many blocks of a device, each with its timestamp moved.
    private func follower(of device: Device, blocks: Int, moved: (Int) -> Duration = { _ in .zero }) -> ClockFollower {
        var (device, follower) = (device, ClockFollower())
        for block in 0..<blocks { follower.observe(position: Int64(block * 480), at: device.timestamp(ofBlock: block) + moved(block)) }
        return follower
    }

    @Test(arguments: [-500.0, -200, 0, 200, 500])
    func aDeviceThatIsOffStaysInPlace(ppm: Double) {
        let result = follow(Device(ppm: ppm, jitterMilliseconds: 0), total: 120, settled: 70)
        #expect(result.early < 5)
        // It is left alone where it is, as long as that is good enough.
        #expect(result.milliseconds < 0.4)
        #expect(result.ppm < 1)
    }

    @Test(arguments: [-500.0, 0, 500])
    func jitterOfFiveMillisecondsIsAveragedOut(ppm: Double) {
        let result = follow(Device(ppm: ppm, jitterMilliseconds: 5), total: 300, settled: 40)
        #expect(result.early < 5)
        #expect(result.milliseconds < 2)
        #expect(result.ppm < 150)
    }

    @Test(arguments: [-200.0, 0, 200], [60.0, 400, 2000]) func theAverageRateIsToldExactlyInSpiteOfJitter(ppm: Double, seconds: Double) {
        let follower = follower(of: Device(ppm: ppm, jitterMilliseconds: 5), blocks: Int(seconds * 100))
        #expect(abs((follower.averageRate - 1) * 1e6 - ppm) < (seconds < 100 ? 30 : 5))
    }

    @Test func aBurstOfLatenessDoesNotBendThePitch() {
        var follower = ClockFollower()
        var device = Device(ppm: 0, jitterMilliseconds: 0)
        var largest = 0.0
        for block in 0..<600 {
            let late: Duration = (100..<130).contains(block) ? .milliseconds(40) : .zero
            follower.observe(position: Int64(block * 480), at: device.timestamp(ofBlock: block) + late)
            largest = max(largest, abs(follower.rate - 1))
        }
        #expect(largest < 90e-6)
        #expect(follower.restarts == 0)
    }

    @Test func aStepThatLastsIsFollowedWithinASecond() {
        let follower = follower(of: Device(ppm: 0, jitterMilliseconds: 0), blocks: 600) { $0 >= 500 ? .milliseconds(30) : .zero }
        #expect(abs(follower.position(at: MediaTime(nanoseconds: 6_030_000_000)) - 240_000) < 5)
    }

    @Test func oneWildTimestampIsIgnored() {
        let follower = follower(of: Device(ppm: 0, jitterMilliseconds: 0), blocks: 500) { $0 == 400 ? .seconds(1) : .zero }
        #expect(follower.restarts == 0)
        #expect(abs(follower.position(at: MediaTime(nanoseconds: 6_000_000_000)) - 240_000) < 1)
    }

    @Test func aJumpThatLastsIsFollowedAtOnce() {
        let follower = follower(of: Device(ppm: 0, jitterMilliseconds: 0), blocks: 505) { $0 >= 500 ? .milliseconds(200) : .zero }
        #expect(follower.restarts == 1)
        #expect(abs(follower.position(at: MediaTime(nanoseconds: 6_200_000_000)) - 240_000) < 1)
    }

    /// What two devices of one machine, each followed by itself, move against each other is what an echo canceller has to learn anew.
    @Test(arguments: [0.0, 35]) func twoThatRunAlikeStandStillAgainstEachOther(ppm: Double) {
        var devices = [Device(ppm: ppm, jitterMilliseconds: 1), Device(ppm: ppm, jitterMilliseconds: 0.3, random: SeededRandom(seed: 7))]
        var followers = [ClockFollower(), ClockFollower()]
        var distances: [Double] = []
        for block in 0..<9000 {
            for index in 0...1 { followers[index].observe(position: Int64(block * 480), at: devices[index].timestamp(ofBlock: block)) }
            let now = MediaTime(nanoseconds: 1_000_000_000 + Int64(block) * 10_000_000)
            if block >= 3000, block.isMultiple(of: 100) { distances.append(followers[0].position(at: now) - followers[1].position(at: now)) }
        }
        let moves = zip(distances, distances.dropFirst()).map { abs($1 - $0) }
        #expect(moves.filter { $0 > 0.5 }.count <= 3, "sample frames within a second: \(moves)")
    }

    @Test func aStepOfAFewMillisecondsIsKnownAfterTwoSeconds() {
        var follower = ClockFollower()
        var device = Device(ppm: 0, jitterMilliseconds: 0.2)
        for block in 0..<4000 {
            let step: Duration = block >= 3000 ? .milliseconds(4) : .zero
            follower.observe(position: Int64(block * 480), at: device.timestamp(ofBlock: block) + step)
            guard block == 3800 else { continue }
            let now = MediaTime(nanoseconds: 1_000_000_000 + 38_000_000_000 + 4_000_000)
            #expect(abs(follower.position(at: now) - 3800 * 480) < 48, "within a millisecond")
        }
        #expect(follower.restarts == 0)
    }
}
