import AppGroup
public import Codec

/// What to stream with over a line that was measured, the best first.
public enum SettingRanking {
    /// Of what was measured: a line is never as good for an hour as it was for eight seconds.
    public static let share = 0.85

    private struct Candidate {
        let width: Int
        let height: Int
        let framesPerSecond: Int
        var size: PixelSize { PixelSize(width: width, height: height) }
    }

    /// From the best down; where a smooth picture costs sharpness, sharpness comes first, since a desktop is read.
    private static let candidates = [
        Candidate(width: 3840, height: 2160, framesPerSecond: 30), Candidate(width: 2560, height: 1440, framesPerSecond: 60),
        Candidate(width: 2560, height: 1440, framesPerSecond: 30), Candidate(width: 1920, height: 1080, framesPerSecond: 60),
        Candidate(width: 1920, height: 1080, framesPerSecond: 30), Candidate(width: 1280, height: 720, framesPerSecond: 60),
        Candidate(width: 1280, height: 720, framesPerSecond: 30), Candidate(width: 960, height: 540, framesPerSecond: 30),
        Candidate(width: 854, height: 480, framesPerSecond: 30), Candidate(width: 640, height: 360, framesPerSecond: 30),
        Candidate(width: 640, height: 360, framesPerSecond: 15),
    ]

    /// Twice the pictures cost half as much again: they differ less from each other.
    private static func weight(_ framesPerSecond: Int) -> Double { framesPerSecond > 30 ? 1.5 : framesPerSecond < 30 ? 0.7 : 1 }

    /// What is left for the picture of what was measured.
    public static func budget(measured: Int, sound: Int) -> Int { max(0, Int(Double(measured) * share) - sound) }

    /// First what the line carries with ease, the largest before; then what it carries with a soft picture. Empty when it is too slow
    /// for anything.
    ///
    /// - Parameters:
    ///   - measured: bits a second that got through.
    ///   - sound: bits a second of the sound.
    ///   - table: how much a picture needs; `custom` counts as `desktop`.
    public static func ranked(
        measured: Int, sound: Int = SyntheticMedia.soundBitsPerSecond, table: QualityTable = .desktop, service: StreamingService
    ) -> [StreamSetting] {
        let budget = budget(measured: measured, sound: sound)
        var (easy, soft): ([StreamSetting], [StreamSetting]) = ([], [])
        for candidate in candidates where candidate.height <= service.tallest ?? .max {
            guard let limits = (table == .custom ? .desktop : table).limits(for: candidate.size) else { continue }
            let weight = weight(candidate.framesPerSecond)
            let (floor, usual) = (Int(Double(limits.floor) * weight), Int(Double(limits.initial) * weight))
            let useful = Int(Double(limits.ceiling) * weight)
            let allowed = service.ceiling(candidate.size, framesPerSecond: candidate.framesPerSecond)
            let rate = round(min(budget, useful, allowed ?? .max))
            guard rate >= floor else { continue }
            let isEasy = rate >= usual
            let cap = allowed.flatMap { $0 <= min(budget, useful) ? service.name : nil }
            let setting = StreamSetting(
                size: candidate.size, framesPerSecond: candidate.framesPerSecond, bitsPerSecond: rate, leastBitsPerSecond: floor,
                why: words(isEasy: isEasy, isAmple: budget >= useful, cap: cap, framesPerSecond: candidate.framesPerSecond))
            if isEasy { easy.append(setting) } else { soft.append(setting) }
        }
        return easy + soft
    }

    /// What has to be measured for there to be any setting.
    public static func leastMeasured(service: StreamingService) -> Int {
        var measured = 100_000
        while ranked(measured: measured, service: service).isEmpty, measured < 10_000_000 { measured += 10_000 }
        return measured
    }

    /// Down to a figure that people remember.
    private static func round(_ rate: Int) -> Int {
        let step = rate >= 1_000_000 ? 50_000 : 10_000
        return rate / step * step
    }

    private static func words(isEasy: Bool, isAmple: Bool, cap: String?, framesPerSecond: Int) -> String {
        let picture =
            switch (isEasy, isAmple) {
            case (true, true): "text stays sharp even in movement, and the line has room left"
            case (true, false): "text is sharp; fast movement softens it for a moment"
            case (false, _): "just enough: whatever moves is soft"
            }
        let pace = framesPerSecond > 30 ? "; smooth as a game" : framesPerSecond < 30 ? "; slides rather than video" : ""
        return picture + pace + (cap.map { "; \($0) takes no more" } ?? "")
    }
}
