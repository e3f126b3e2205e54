import Fixtures
import Foundation

/// A driver that fails as drivers do, in a process that encodes: `driver.c`, loaded before libavcodec. Its encoders are `h264_v4l2m2m` and
/// `hevc_v4l2m2m`.
public enum FaultyDriver {
    /// What it does, or at the start or at a picture: as `driver.c` has it.
    public enum Fault: String, Sendable, CaseIterable {
        case none = ""
        case errorAtOpening = "open error"
        case hangAtOpening = "open hang"
        case errorAtThe100thPicture = "100 error"
        case hangAtThe100thPicture = "100 hang"
        case segmentationFaultAtThe100thPicture = "100 segv"
        case abortAtThe100thPicture = "100 abort"
        case exitAtThe100thPicture = "100 exit"
        case talkAtThe100thPicture = "100 talk"
    }

    /// What a program that loads it has in its environment.
    public static func environment(_ fault: Fault) throws -> [String: String] {
        [
            "LD_PRELOAD": try library(compiledFrom: URL(fileURLWithPath: #filePath).deletingLastPathComponent().path + "/driver.c"),
            "FAULTY_DRIVER": fault.rawValue,
        ]
    }
}
