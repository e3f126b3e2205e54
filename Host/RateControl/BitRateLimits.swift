/// Between which bit rates of the picture a controller may move, in bits a second; `floor` ≤ `initial` ≤ `ceiling`.
public struct BitRateLimits: Sendable, Hashable {
    /// The least at which the picture is worth its full frame rate. Below it the stream goes down its degradation levels.
    public let floor: Int
    public let initial: Int
    /// The user's latest setting: never exceeded, whatever the link carries.
    public let ceiling: Int

    /// What an encoder takes.
    public static let possible = 50_000...200_000_000

    /// - Throws: `.badSetting` naming the wrong value and what is allowed.
    public init(floor: Int, initial: Int, ceiling: Int) throws(RateControlError) {
        for (name, value) in [("least bit rate", floor), ("first bit rate", initial), ("bit rate", ceiling)] {
            guard Self.possible.contains(value) else {
                throw RateControlError(.badSetting, "a \(name) of \(value) bit/s is out of range: use 50k to 200M")
            }
        }
        guard floor <= ceiling else {
            throw RateControlError(
                .badSetting, "the least bit rate (\(floor) bit/s) is above the highest (\(ceiling) bit/s): lower the one or raise the other")
        }
        guard (floor...ceiling).contains(initial) else {
            throw RateControlError(
                .badSetting, "the first bit rate (\(initial) bit/s) is not between \(floor) and \(ceiling) bit/s: change --initial-bitrate")
        }
        (self.floor, self.initial, self.ceiling) = (floor, initial, ceiling)
    }

    func clamp(_ bitRate: Double) -> Int { Int(clamping: min(Double(ceiling), max(Double(floor), bitRate))) }
}
