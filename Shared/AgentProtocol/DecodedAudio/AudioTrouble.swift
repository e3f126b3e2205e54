public import Platform

/// Why audio cannot be decoded, or breaks off: what an audio decoder tells its host, with a text that follows the name of the file or
/// address, as in "has no audio".
public typealias AudioFault = Fault<AudioTrouble>

/// Raw values travel between the two, which are of one build.
public enum AudioTrouble: UInt8, Hashable, Sendable, CaseIterable {
    /// It can be read, and holds no audio.
    case notAudio = 1
    /// It holds audio that cannot be decoded.
    case damaged = 2
    /// There is no such file or address, or it may not be read.
    case notReadable = 3
    /// This libav has no decoder or protocol for it, or it needs other files.
    case notAvailable = 4
    /// It was too slow.
    case interrupted = 5
    /// A system call failed.
    case system = 6
    /// Anything else that libav reports.
    case library = 7
}
