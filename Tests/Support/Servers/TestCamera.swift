import Fixtures
import Foundation

/// A camera of the tests' own at `path`, for programs that load it: `camera.c`.
public enum TestCamera {
    public static let path = "/dev/video77"

    /// What a program that captures it has in its environment.
    ///
    /// - Parameter words: as `camera.c` has them.
    public static func environment(_ words: String = "") throws -> [String: String?] {
        let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path + "/camera.c"
        return ["LD_PRELOAD": try library(compiledFrom: source), "CAMERA": words]
    }
}
