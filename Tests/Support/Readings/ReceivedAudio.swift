import Foundation
public import Platform

/// The sound that a server received, cut by the times at which things were done.
public struct ReceivedAudio: Sendable {
    public let sound: DecodedAudio
    private let end: MediaTime

    /// - Parameter end: when the stream was told to stop: what was recorded last is from then, to about 0.2 s.
    public init(_ recording: String, end: MediaTime, side: DecodedAudio.Side? = nil, timeout: Duration = .seconds(600)) throws {
        sound = try DecodedAudio(of: recording, side: side, timeout: timeout)
        self.end = end
    }

    /// What sounded between two moments, without half a second at either edge.
    /// They must lie more than a second apart.
    public func between(_ start: MediaTime, _ finish: MediaTime) -> DecodedAudio {
        precondition(finish - start > .seconds(1), "nothing is left between the edges")
        return sound.part(from: position(of: start) + .milliseconds(500), for: finish - start - .seconds(1))
    }

    public func position(of moment: MediaTime) -> Duration { sound.duration - (end - moment) }
}
