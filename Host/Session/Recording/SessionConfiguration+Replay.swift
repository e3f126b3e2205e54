import Codec
import Delivery

extension SessionConfiguration {
    /// - Parameter audio: how it is encoded, all encoders.
    /// - Returns: `nil` when none is wanted.
    /// - Throws: `.badSetting` when the memory does not suffice.
    func makeReplay(audio: [AudioSettings]) throws(SessionError) -> ReplayBuffer? {
        guard let replay else { return nil }
        let picture: Int
        do throws(DeliveryError) { picture = try streams == .audioOnly ? 0 : bitRateLimits().ceiling } catch {
            throw SessionError(.badSetting, error.message, cause: error)
        }
        let rate = picture + audio.reduce(0) { $0 + $1.bitsPerSecond }
        let limits = try ReplayRoom().limits(replay, bitsPerSecond: rate, keyframeInterval: keyframeInterval)
        return ReplayBuffer(limits, hasPictures: streams != .audioOnly)
    }
}
