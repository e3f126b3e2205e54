import Fixtures
import Foundation

/// A known sound; Tests/Support/SoundFeed/main.c says what each word means. The same samples every time.
public struct AudioSignal: Hashable, Sendable {
    public let words: String

    init(_ words: String) { self.words = words }

    public static let silence = AudioSignal("silence")
    /// A sine of 1 kHz at −20 dBFS.
    public static let tone = tone()
    /// The tone, and a click of 5 ms at the start of each second of the signal.
    public static let ticks = AudioSignal("ticks")
    /// Silence, and a click at each moment of moments.h, some 2 s apart: what a `Stimulus` in flash mode shows.
    /// The click enters the microphone within ±3 ms of that instant, ±8 ms on a busy machine (measured by `clickTimes`).
    public static let click = AudioSignal("click")
    /// The same so many milliseconds after each moment, for a second source.
    public static func click(after milliseconds: Int) -> AudioSignal { AudioSignal("click:\(milliseconds)") }

    /// - Parameter level: of a sine of full scale, dBFS.
    public static func tone(_ hertz: Double = 1000, level: Double = -20) -> AudioSignal { AudioSignal("tone:\(hertz):\(level)") }
    /// A single sample of `level` dBFS at the start of each second.
    public static func pop(level: Double) -> AudioSignal { AudioSignal("pop:\(level)") }
    /// - Parameter level: root mean square, dBFS.
    public static func pink(level: Double) -> AudioSignal { AudioSignal("pink:\(level)") }
    /// Made-up speech, syllables and pauses.
    ///
    /// - Parameter level: root mean square while it speaks, dBFS.
    public static func speech(_ seed: Int, level: Double = -20) -> AudioSignal { AudioSignal("speech:\(seed):\(level)") }

    public static func + (one: AudioSignal, other: AudioSignal) -> AudioSignal { AudioSignal(one.words + "+" + other.words) }

    /// Writes it into a file of raw samples, 48 kHz stereo.
    public func write(to path: String, seconds: Double, format: String = "f32") throws {
        try runTool([builtProduct("SoundFeed"), "pcm", path, words, format, "48000", "2", "now", "\(seconds)"])
    }

    /// A command line that writes it to standard output as it sounds, by a clock that is off by `ppm`.
    public func command(format: String = "f32", rate: Int = 48000, channels: Int = 2, ppm: Double = 0) throws -> [String] {
        [try builtProduct("SoundFeed"), "pcm", "-", words, format, "\(rate)", "\(channels)", "\(ppm)", "0"]
    }
}
