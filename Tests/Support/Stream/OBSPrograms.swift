import Fixtures
import Foundation

/// Programs that control OBS: fetched once by `.ci/python-packages`, into `.build`.
public enum OBSPrograms {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../..").standardized

    /// Whether they could be fetched, now or before.
    public static var areThere: Bool {
        (try? runTool([root.path + "/.ci/python-packages", "obs"], timeout: .seconds(120))) != nil  // why not matters to none
    }

    /// Runs a script of Python that imports them; returns what it printed.
    public static func run(_ script: String, _ arguments: [String], environment: [String: String?] = [:]) throws -> String {
        let path: [String: String?] = ["PYTHONPATH": root.path + "/.build/obs", "PYTHONDONTWRITEBYTECODE": "1"]
        let output = try runTool(["/usr/bin/python3", "-c", script] + arguments, environment: path.merging(environment) { $1 })
        return String(decoding: output, as: UTF8.self)
    }
}
