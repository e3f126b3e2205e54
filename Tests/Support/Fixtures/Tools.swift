public import Foundation

/// The path of an executable of this package, built beside whatever runs now.
public func builtProduct(_ name: String) throws -> String {
    let own = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    let candidates = [own, URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()]
    for folder in candidates {
        let path = folder.appendingPathComponent(name).path
        if FileManager.default.isExecutableFile(atPath: path) { return path }
    }
    throw FixtureError("\(name) is not built: not in \(candidates.map(\.path).joined(separator: " nor in "))")
}

/// The path of a command as people run it: the release that `make tests` and `make test` put into `.build/release`.
public func releaseProduct(_ name: String) throws -> String {
    let root = URL(fileURLWithPath: #filePath).pathComponents.dropLast(4)
    let path = NSString.path(withComponents: Array(root)) + "/.build/release/" + name
    guard FileManager.default.isExecutableFile(atPath: path) else {
        throw FixtureError("\(path) is not built: run 'make tests'")
    }
    return path
}

/// Runs a command to its end and returns what it wrote to standard output.
///
/// - Throws: `FixtureError` with its standard error when it fails, or when it is not done after `timeout`.
@discardableResult
public func runTool(
    _ arguments: [String], environment: [String: String?] = [:], timeout: Duration = .seconds(60)
) throws -> Data {
    try Program(arguments, environment: environment, timeout: timeout).checked().output
}

/// Runs a command to its end and returns its standard error; for tools that report there, as ffmpeg does.
public func messagesOfTool(_ arguments: [String], timeout: Duration = .seconds(60)) throws -> String {
    try Program(arguments, timeout: timeout).checked().complaints
}
