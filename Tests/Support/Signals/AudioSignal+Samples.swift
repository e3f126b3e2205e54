import Fixtures
import Foundation
public import ServerFixtures

extension AudioSignal {
    /// The signal itself, from its start.
    public func samples(seconds: Double) throws -> DecodedAudio {
        let raw = try runTool([builtProduct("SoundFeed"), "pcm", "-", words, "f32", "48000", "1", "now", "\(seconds)"])
        return DecodedAudio(samples: raw.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) })
    }
}
