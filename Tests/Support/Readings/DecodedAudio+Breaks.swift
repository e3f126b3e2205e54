import Foundation

extension DecodedAudio {
    /// Ten whole periods at 1 kHz.
    private static let window = rate / 100

    /// Where a tone that should be steady clicks, pauses or jumps in phase; breaks closer than 100 ms count as one.
    ///
    /// A source that is resampled to follow another clock bends the phase, up to 0.3 rad in 10 ms, but evenly: a jump is where
    /// one window turns by 0.2 rad (32 µs) more or less than the one before.
    /// - Parameters:
    ///   - start: what lies before is not looked at; positions count from the recording's start all the same.
    ///   - level: of the tone as it was played, dBFS.
    public func toneBreaks(from start: Duration, near frequency: Double = 1000, level: Double = -20) -> [Irregularity] {
        let part = self.part(from: start, for: duration)
        let measured = ToneMeter(part, near: frequency)
        let windows = part.vectors(at: measured.frequency)
        guard windows.count > 20 else { return [Irregularity(.toneBreak, at: start, "no tone at all")] }
        let played = pow(10, level / 20)
        var found: [Irregularity] = []
        var lastTurn: Double?
        for index in 1..<windows.count - 1 {
            let (now, before) = (windows[index], windows[index - 1])
            let turn = atan2(now.y * before.x - now.x * before.y, now.x * before.x + now.y * before.y)
            defer { lastTurn = turn }
            let share = hypot(now.x, now.y) / played
            var words: String?
            let jump = turn - (lastTurn ?? turn)
            if abs(jump) > 0.2 { words = "phase jumps by \((jump * 100).rounded() / 100) rad" }
            if !(0.85...1.15).contains(share) { words = "level is \((share * 100).rounded()) % of what was played" }
            if let peak = part.rest(inWindow: index, now, measured.frequency), peak > played * 0.3 {
                words = "a click of \((peak / played * 100).rounded()) % of the tone"
            }
            let position = start + .milliseconds(10 * index)
            guard let words, found.last.map({ position - $0.position > .milliseconds(100) }) ?? true else { continue }
            found.append(Irregularity(.toneBreak, at: position, words))
        }
        return found
    }

    /// The complex amplitude of each window of 10 ms, phases counted from the start.
    private func vectors(at frequency: Double) -> [(x: Double, y: Double)] {
        let step = 2 * Double.pi * frequency / Double(Self.rate)
        return (0..<samples.count / Self.window).map { index in
            var (x, y) = (0.0, 0.0)
            for at in index * Self.window..<(index + 1) * Self.window {
                x += Double(samples[at]) * cos(step * Double(at))
                y -= Double(samples[at]) * sin(step * Double(at))
            }
            return (x * 2 / Double(Self.window), y * 2 / Double(Self.window))
        }
    }

    /// The largest sample of a window once the tone is taken out.
    private func rest(inWindow index: Int, _ vector: (x: Double, y: Double), _ frequency: Double) -> Double? {
        let step = 2 * Double.pi * frequency / Double(Self.rate)
        return (index * Self.window..<(index + 1) * Self.window).lazy.map { at in
            abs(Double(samples[at]) - vector.x * cos(step * Double(at)) + vector.y * sin(step * Double(at)))
        }.max()
    }
}
