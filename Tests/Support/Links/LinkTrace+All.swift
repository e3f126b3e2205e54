import Fixtures

extension LinkTrace {
    /// The lines of the laboratory, for a stream that wants 4500 kbit/s and more than 500.
    public static let all: [LinkTrace] = [
        steady, stepDown, stepUp, saw, stalls, lossy, bufferbloat, mobile, outage,
    ]

    public static let steady = LinkTrace(
        "steady", "3 Mbit/s all the time", isSteady: true, steps: [(.zero, LinkCondition(bitRate: 3e6))])

    public static let stepDown = LinkTrace(
        "step-down", "6 Mbit/s, from 30 s on 2", events: [.drop(at: .seconds(30))],
        steps: [(.zero, LinkCondition(bitRate: 6e6)), (.seconds(30), LinkCondition(bitRate: 2e6))])

    public static let stepUp = LinkTrace(
        "step-up", "1.5 Mbit/s, from 30 s on 4", events: [.rise(at: .seconds(30))],
        steps: [(.zero, LinkCondition(bitRate: 1.5e6)), (.seconds(30), LinkCondition(bitRate: 4e6))])

    public static let saw = LinkTrace(
        "saw", "rises from 1.5 to 4.5 Mbit/s in 25 s, falls back at once, and again",
        events: [.drop(at: .seconds(25)), .drop(at: .seconds(50)), .drop(at: .seconds(75))],
        steps: (0..<100).map { second in (.seconds(second), LinkCondition(bitRate: 1.5e6 + 3e6 * Double(second % 25) / 25)) })

    public static let stalls = LinkTrace(
        "stalls", "4 Mbit/s, nothing at all for 2 s at 30, 50 and 70 s",
        events: [30, 50, 70].map { .stall(from: .seconds($0), to: .seconds($0 + 2)) },
        steps: [(.zero, LinkCondition(bitRate: 4e6))]
            + [30, 50, 70].flatMap { (second: Int) -> [(start: Duration, condition: LinkCondition)] in
                [(.seconds(second), LinkCondition(bitRate: 0)), (.seconds(second + 2), LinkCondition(bitRate: 4e6))]
            })

    public static let lossy = LinkTrace(
        "loss", "SRT over 4 Mbit/s with 1 % of packets lost and 20 ms each way", transport: .srt, isSteady: true,
        steps: [(.zero, LinkCondition(bitRate: 4e6, delay: .milliseconds(20), jitter: .milliseconds(2), loss: 0.01, queueBytes: 128 * 1024))])

    public static let bufferbloat = LinkTrace(
        "bufferbloat", "2.5 Mbit/s behind a buffer of 384 KiB that no one can see", isSteady: true,
        steps: [(.zero, LinkCondition(bitRate: 2.5e6, delay: .milliseconds(20), queueBytes: 384 * 1024))])

    /// A random walk between 0.6 and 2.4 Mbit/s, with short stalls.
    public static let mobile = LinkTrace(
        "mobile", "like 3G: another rate between 0.6 and 2.4 Mbit/s each second, stalls of 0.2 to 0.5 s", seed: 3, steps: walk(seed: 3))

    public static let outage = LinkTrace(
        "outage", "4 Mbit/s, the cable out from 30 to 40 s", events: [.stall(from: .seconds(30), to: .seconds(40))],
        steps: [
            (.zero, LinkCondition(bitRate: 4e6)), (.seconds(30), LinkCondition(bitRate: 0, isOut: true)),
            (.seconds(40), LinkCondition(bitRate: 4e6)),
        ])

    private static func walk(seed: UInt64) -> [(start: Duration, condition: LinkCondition)] {
        var dice = SeededRandom(seed: seed)
        var rate = 1.5e6
        return (0..<120).flatMap { second -> [(start: Duration, condition: LinkCondition)] in
            rate = min(2.4e6, max(0.6e6, rate * (0.75 + 0.55 * dice.share())))
            let condition = LinkCondition(bitRate: rate, delay: .milliseconds(60), jitter: .milliseconds(20), queueBytes: 48 * 1024)
            guard dice.share() < 0.12 else { return [(.seconds(second), condition)] }
            let stall = Duration.milliseconds(Int(200 + 300 * dice.share()))
            var stopped = condition
            stopped.bitRate = 0
            return [(.seconds(second), stopped), (.seconds(second) + stall, condition)]
        }
    }
}
