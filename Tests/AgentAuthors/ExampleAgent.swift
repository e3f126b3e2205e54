import Fixtures
import Foundation

/// The agents of Shared/Examples, as their authors would start them.
enum ExampleAgent: String, CaseIterable, Sendable {
    case c = "example-c"
    case python = "example-python"

    private static let top = NSString.path(withComponents: Array(URL(fileURLWithPath: #filePath).pathComponents.dropLast(3)))
    static let folder = top + "/Shared/Examples"

    /// Compiled once, with every warning an error.
    private static let compiled = Result {
        let scratch = Scratch()
        try runTool(
            [compiler, "-std=c11", "-O2", "-Wall", "-Wextra", "-Werror", "-o", scratch.file("agent"), folder + "/agent.c", "-lzmq"])
        return (scratch, scratch.file("agent"))
    }

    /// Debian's, else the one that comes with Swift.
    private static let compiler = FileManager.default.isExecutableFile(atPath: "/usr/bin/cc") ? "/usr/bin/cc" : "clang"

    /// The command that starts it. Debian's own python3, since that has python3-zmq.
    func command() throws -> [String] {
        switch self {
        case .c: [try Self.compiled.get().1]
        case .python: ["/usr/bin/python3", Self.folder + "/agent.py"]
        }
    }

    /// Red, green and blue of its eight bars at shift 0, left to right.
    var bars: [[UInt8]] {
        let inC: [[UInt8]] = [
            [255, 255, 255], [255, 255, 0], [0, 255, 255], [0, 255, 0], [255, 0, 255], [255, 0, 0], [0, 0, 255], [0, 0, 0],
        ]
        return self == .c ? inC : inC.reversed()
    }
}
