public import Platform

/// What the mixer pulls: anything that can say what it sounded like during a given 10 ms.
///
/// `pull` runs on the mixer's thread, once for every quantum in order, for one mixer at a time. It must not allocate,
/// wait, log or await; where there is nothing to give it writes silence.
public protocol AudioSource: AnyObject, Sendable {
    /// What statistics call it.
    var name: String { get }

    /// Writes `AudioFormat.quantumSampleFrames` interleaved stereo sample frames: the audio captured from `time` on, for 10 ms.
    ///
    /// - Parameter isCatchingUp: the mixer is far behind and fills with silence; the source fades out, writes silence and
    ///   moves on.
    func pull(_ time: MediaTime, isCatchingUp: Bool, into samples: UnsafeMutablePointer<Float>)
}
