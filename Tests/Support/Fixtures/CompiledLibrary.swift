import Foundation

/// A library that is preloaded into a program, compiled beside the tests when its source is newer. Any process may call it at any time.
///
/// - Parameter source: the path of a file in C.
/// - Throws: `FixtureError` with the compiler's complaints.
public func library(compiledFrom source: String) throws -> String {
    let source = URL(fileURLWithPath: source)
    let library = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().appendingPathComponent(
        source.deletingPathExtension().lastPathComponent + ".so")
    func changed(_ file: URL) -> Date? { try? file.resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate }  // none yet
    if let built = changed(library), let written = changed(source), written < built { return library.path }
    let compiler = FileManager.default.isExecutableFile(atPath: "/usr/bin/cc") ? "cc" : "clang"
    // Whole or not there: another test process may be at the same.
    let own = library.path + ".\(getpid())"
    try runTool([compiler, "-O1", "-shared", "-fPIC", "-o", own, source.path])
    guard rename(own, library.path) == 0 else { throw FixtureError("cannot rename \(own): \(String(cString: strerror(errno)))") }
    return library.path
}
