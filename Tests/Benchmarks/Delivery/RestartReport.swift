import TestSupport

/// How soon a restarted server has media again, with each policy, and what it did to the rest.
///
/// - Again: from when the server listens (the kernel's list of sockets, looked at every millisecond) to the first coded picture in
///   its recording (every 2 ms): a player behind it could begin. The host's own word for it, `target.live`, stands beside it; it is
///   told within a tenth of a second.
/// - Others: pictures are compared one by one, by their bytes, between the recording and what the other server received. A gap is a
///   distance of more than one and a half frames; one of pictures is held against the recording when it lacks what the other server
///   has, or when it is above 100 ms: a picture that no one has was never encoded, as happens on a busy machine.
/// - Bars: an interval of a fixed policy and half a second; the default is fixed:2s.
struct RestartReport {
    /// Between two pictures, in seconds.
    private static let tolerated = 0.1
    private let options: DeliveryOptions

    init(_ options: DeliveryOptions) { self.options = options }

    func measure() throws -> String {
        var times = MarkdownTable(
            "policy", "restarts", "media again p50, ms", "p95", "longest", "host says live p50, ms", "longest", "never")
        var others = MarkdownTable(
            "policy", "pictures", "dropped by the other target", "its reconnects", "lost on the way to it", "lost in the recording",
            "picture gaps in the recording", "longest, ms", "sound gaps")
        var bars: [Bar] = []
        let plan = OutagePlan(count: options.count, seed: options.seed)
        for policy in options.policies {
            let name = policy ?? "default"
            var scenario = RestartScenario()
            (scenario.policy, scenario.plan) = (policy, plan)
            scenario.progress = { [count = options.count] number, time in
                sayProgress("\(name): \(number) of \(count), media after \(Int(time.inMilliseconds)) ms")
            }
            let result = try scenario.run()
            let (media, told) = (Spread(result.returns.map(\.media)), Spread(result.returns.compactMap(\.told)))
            let figures = [media.at(0.5), media.at(0.95), media.longest, told.at(0.5), told.longest].map { $0.inMilliseconds.rounded(to: 0) }
            times.add([name, "\(options.count)"] + figures + ["\(result.failures)"])
            let rest = result.others
            let counts = [rest.pictures, rest.dropped, rest.reconnects, rest.missing, rest.missingInRecording, rest.pictureGaps.count]
            let longest = ((rest.pictureGaps.max() ?? 0) * 1000).rounded(to: 0)
            others.add([name] + counts.map(String.init) + [longest, "\(rest.soundGaps.count)"])
            bars += Self.bars(name, media, result)
        }
        let silent = plan.outages.count { $0.kind == .silent }
        return """
            A test card of 640x360, 30 pictures a second, to two nginx and into a file; one of them is gone for 0.1 to 3 s, \(options.count) times: \
            \(options.count - silent) times killed, \(silent) times stopped dead and killed just before its return. Media again: from when it \
            listens until it has a coded picture.

            \(times.text)

            What the others lost, picture by picture:

            \(others.text)

            \(Bar.list(bars))

            """
    }

    private static func bars(_ name: String, _ media: Spread, _ result: RestartScenario.Result) -> [Bar] {
        var bars: [Bar] = []
        let policy = name == "default" ? "fixed:2s" : name
        if policy.hasPrefix("fixed:"), let interval = DeliveryOptions.span(policy.dropFirst("fixed:".count)) {
            let most = interval + .milliseconds(500)
            bars.append(
                Bar(
                    words: "\(name), every time live again within \(most.inSeconds.rounded(to: 1)) s",
                    value: "longest \(media.longest.inSeconds.rounded(to: 2)) s, never \(result.failures) times",
                    isMet: result.failures == 0 && media.longest <= most))
        }
        let rest = result.others
        let lost = rest.dropped + rest.reconnects + rest.missing
        bars.append(Bar(words: "\(name), the other target loses nothing", value: "\(lost) pictures or connections lost", isMet: lost == 0))
        let gaps = rest.missingInRecording + rest.soundGaps.count + rest.pictureGaps.count { $0 > tolerated }
        bars.append(Bar(words: "\(name), the recording is gapless", value: "\(gaps) gaps", isMet: gaps == 0))
        return bars
    }
}
