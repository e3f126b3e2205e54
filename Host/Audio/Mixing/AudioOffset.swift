/// How much later than it was captured a source is heard: to bring it together with a picture, or with another source.
public struct AudioOffset: Hashable, Sendable {
    public static let none = AudioOffset(sampleFrames: 0)
    static let millisecondRange = -500.0...2000.0

    /// Positive is later.
    let sampleFrames: Int

    private init(sampleFrames: Int) { self.sampleFrames = sampleFrames }

    /// To the nearest sample.
    ///
    /// - Throws: `badSetting` outside −500…2000 ms.
    public init(milliseconds: Double) throws(AudioError) {
        guard Self.millisecondRange.contains(milliseconds) else {
            throw AudioError(.badSetting, "an offset is from -500ms (earlier) to +2000ms (later)")
        }
        sampleFrames = Int(clamping: (milliseconds * Double(AudioFormat.sampleRateHertz) / 1000).rounded())
    }

    /// Reads `+40ms`, `-20 ms`, `1.5s` or `0`.
    ///
    /// - Throws: `badSetting`, naming what is wrong and the right form.
    public init(parsing text: String) throws(AudioError) {
        let trimmed = text.filter { $0 != " " }.lowercased()
        let digits = trimmed.prefix { $0.isASCII && $0.isNumber || "+-.".contains($0) }
        let factor: Double? =
            switch trimmed[digits.endIndex...] {
            case "ms": 1
            case "s": 1000
            case "": Double(digits) == 0 ? 1 : nil
            default: nil
            }
        guard trimmed.count <= 40, let factor, let number = Double(digits) else {
            throw AudioError(.badSetting, "\"\(text.prefix(20))\" is not an offset: give +40ms for later, -40ms for earlier, or 0")
        }
        guard Self.millisecondRange.contains(number * factor) else {
            throw AudioError(.badSetting, "an offset of \(text.prefix(20)) is out of range: from -500ms (earlier) to +2000ms (later)")
        }
        try self.init(milliseconds: number * factor)
    }

    /// What a mixer has for a source.
    public init(of source: MixerSource) { sampleFrames = source.offsetSampleFrames }

    public var milliseconds: Double { Double(sampleFrames) * 1000 / Double(AudioFormat.sampleRateHertz) }

    /// How much longer all other sources have to wait for this one; zero where it is later.
    public var lead: Duration { .nanoseconds(max(0, Int64(clamping: -milliseconds * 1e6))) }
}
