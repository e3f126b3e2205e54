import AppGroup
import Platform
import Preflight

/// What `splitcast preflight --json` prints: the keys are for programs and stay.
struct PreflightReport: Encodable {
    struct Setting: Encodable {
        let width: Int
        let height: Int
        let fps: Int
        /// Of the picture: what to begin with.
        let bitsPerSecond: Int
        /// Below this the picture is not worth its size.
        let leastBitsPerSecond: Int
        let why: String
    }

    /// Keys masked.
    let url: String
    /// `Twitch`, `Amazon IVS`, `YouTube`, `Facebook`; absent for other servers.
    let service: String?
    /// What the other side acknowledged; absent when nothing could be told.
    let measuredBitsPerSecond: Int?
    /// The network was never full: it may carry more.
    let isAtLeast: Bool
    /// `enough`, `full`, `timeIsUp`, `inTheWay`, `stopped` or `lost`.
    let endedBy: String
    let seconds: Double
    let roundTripMilliseconds: Double?
    /// 85 % of what was measured, without the audio.
    let pictureBitsPerSecond: Int
    let soundBitsPerSecond: Int
    /// Groups of this machine that streamed elsewhere meanwhile.
    let besideGroups: [String]
    /// The best first; empty when the network is too slow.
    let settings: [Setting]
    /// What is wrong and what to do; absent when nothing is.
    let problem: String?
    /// With `--apply`: the group that was told a bit rate, and which.
    let appliedToGroup: String?
    let appliedBitsPerSecond: Int?
    /// And what the picture was made smaller to, each where it was.
    let appliedSize: String?
    let appliedFps: FrameRate?

    init(_ result: PreflightResult, applied: RateUpdate.Applied?, to group: GroupName) {
        (url, service) = (result.url.masked, result.service.name)
        (measuredBitsPerSecond, isAtLeast) = (result.test.measured, result.test.isAtLeast)
        (endedBy, seconds) = (result.test.ending.rawValue, result.test.span.inSeconds)
        roundTripMilliseconds = result.test.roundTrip?.inMilliseconds
        (pictureBitsPerSecond, soundBitsPerSecond) = (result.budget, result.preferences.sound)
        besideGroups = result.groups
        settings = result.settings.map {
            Setting(
                width: $0.size.width, height: $0.size.height, fps: $0.framesPerSecond, bitsPerSecond: $0.bitsPerSecond,
                leastBitsPerSecond: $0.leastBitsPerSecond, why: $0.why)
        }
        (problem, appliedToGroup, appliedBitsPerSecond) = (result.problem, applied.map { _ in group.text }, applied?.setting.bitsPerSecond)
        (appliedSize, appliedFps) = (applied?.picture?.size.map { "\($0)" }, applied?.picture?.framesPerSecond)
    }
}
