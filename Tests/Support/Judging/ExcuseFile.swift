import Glibc
import Testing

/// The file that `TESTS_EXCUSED` names: one line for each time that a test was run again, or could not judge for want of something from
/// outside. `Tests/run` lists and counts them: more than three fail the run.
public enum ExcuseFile {
    /// Appends a line; without a file nothing happens. Any thread.
    ///
    /// - Parameter test: its full name, as `Test.id` has it.
    public static func add(test: String, reason: String) {
        guard let path = getenv("TESTS_EXCUSED") else { return }
        let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { return perror("TESTS_EXCUSED") }
        defer { close(descriptor) }
        // In one piece, since several programs may write to it.
        var line = line(test: test, reason: reason)
        let written = line.withUTF8 { write(descriptor, $0.baseAddress, $0.count) }
        if written != line.utf8.count { perror("TESTS_EXCUSED") }
    }

    /// The same for the test that runs, on its own task.
    public static func addCurrent(reason: String) { add(test: Test.current.map { "\($0.id)" } ?? "a test without a name", reason: reason) }

    /// - Parameter test: its full name, such as `EndToEndTests.PageTests/opens()/PageTests.swift:10:6`.
    static func line(test: String, reason: String) -> String {
        let names = test.split(separator: "/").filter { !$0.contains(".swift:") }.map { $0.prefix { $0 != "(" } }.joined(separator: "/")
        let name = names.firstIndex(of: ".").map { names[names.index(after: $0)...] } ?? names[...]
        let words = reason.map { $0.isNewline || $0 == "\t" ? " " : $0 }
        return "\(name)\t\(String(words))\n"
    }
}
