import Frames

/// What to stream with over a link that was measured, the best first.
public enum SettingRanking {
    /// Of what was measured: a link is never as good for an hour as it was for eight seconds.
    public static let share = 0.85

    private struct Candidate {
        let size: PixelSize
        let framesPerSecond: Int
        /// Of the picture, in bits a second: the least, what it is good with, and what more would be wasted.
        let floor: Int
        let good: Int
        let useful: Int
        /// What the service takes, if that is less than what would be useful.
        let cap: Int?
    }

    /// From the best down; where a smooth picture costs sharpness, sharpness comes first, since a desktop is read.
    private static let ladder: [(width: Int, height: Int, framesPerSecond: Int)] = [
        (3840, 2160, 30), (2560, 1440, 60), (2560, 1440, 30), (1920, 1080, 60), (1920, 1080, 30), (1280, 720, 60), (1280, 720, 30), (960, 540, 30),
        (854, 480, 30), (640, 360, 30), (640, 360, 15),
    ]

    /// Twice the pictures cost half as much again: they differ less from each other.
    private static func weight(_ framesPerSecond: Int) -> Double { framesPerSecond > 30 ? 1.5 : framesPerSecond < 30 ? 0.7 : 1 }

    private static func candidates(_ requests: SettingPreferences, _ service: StreamingService) -> [Candidate] {
        ladder.compactMap { entry in
            let size = PixelSize(width: entry.width, height: entry.height)
            let isWanted =
                size.width <= requests.largest.width && size.height <= requests.largest.height && entry.framesPerSecond <= requests.framesPerSecond
            guard isWanted, size.height <= service.tallest ?? .max, let limits = requests.table.limits(for: size) else { return nil }
            let weight = weight(entry.framesPerSecond)
            func weighted(_ rate: Int) -> Int { Int(clamping: Double(rate) * weight) }
            let allowed = service.ceiling(size, framesPerSecond: entry.framesPerSecond) ?? .max
            return Candidate(
                size: size, framesPerSecond: entry.framesPerSecond, floor: weighted(limits.floor), good: weighted(limits.initial),
                useful: weighted(limits.ceiling), cap: allowed < weighted(limits.ceiling) ? allowed : nil)
        }
    }

    /// What is left for the picture of what was measured.
    public static func budget(measured: Int, sound: Int) -> Int { max(0, Int(clamping: Double(measured) * share) - sound) }

    /// First what the link carries with ease, the largest before; then what it carries with a soft picture. Empty when it is too slow
    /// for anything.
    ///
    /// - Parameter measured: bits a second that got through.
    public static func ranked(
        measured: Int, requests: SettingPreferences = SettingPreferences(), service: StreamingService
    ) -> [StreamSetting] {
        let budget = budget(measured: measured, sound: requests.sound)
        var (easy, soft): ([StreamSetting], [StreamSetting]) = ([], [])
        for candidate in candidates(requests, service) {
            let rate = round(min(budget, candidate.useful, candidate.cap ?? .max))
            guard rate >= candidate.floor else { continue }
            let isEasy = rate >= candidate.good
            let setting = StreamSetting(
                size: candidate.size, framesPerSecond: candidate.framesPerSecond, bitsPerSecond: rate, leastBitsPerSecond: candidate.floor,
                why: explanation(candidate, budget, isEasy: isEasy, service))
            if isEasy { easy.append(setting) } else { soft.append(setting) }
        }
        return easy + soft
    }

    /// Measuring more than this is of no use, in bits a second.
    static func most(_ requests: SettingPreferences, _ service: StreamingService) -> Int {
        let picture = candidates(requests, service).map { min($0.useful, $0.cap ?? .max) }.max() ?? 0
        // A little more, so that rounding leaves it whole.
        return Int(clamping: Double(picture + requests.sound) / share * 1.02)
    }

    /// What has to be measured for there to be any setting.
    public static func least(_ requests: SettingPreferences, _ service: StreamingService) -> Int {
        let floor = candidates(requests, service).map(\.floor).min() ?? 0
        return Int(clamping: Double(floor + requests.sound) / share) + 10_000
    }

    /// Down to a figure that people remember.
    private static func round(_ rate: Int) -> Int {
        let step = rate >= 1_000_000 ? 50_000 : 5_000
        return rate / step * step
    }

    private static func explanation(_ candidate: Candidate, _ budget: Int, isEasy: Bool, _ service: StreamingService) -> String {
        let cap = candidate.cap.flatMap { $0 <= budget ? service.name : nil }
        let picture =
            switch (isEasy, budget >= candidate.useful) {
            case (true, true): "sharp even in movement, and the link has room left"
            case (true, false): "sharp; fast movement softens it for a moment"
            case (false, _): "just enough: whatever moves is soft"
            }
        let pace = candidate.framesPerSecond > 30 ? "; smooth as a game" : candidate.framesPerSecond < 30 ? "; slides rather than video" : ""
        return picture + pace + (cap.map { "; \($0) accepts no more" } ?? "")
    }
}
