import Glibc

/// `systemctl --user` and `journalctl --user`.
enum UserManager {
    /// Runs it; what it says goes to the terminal.
    static func systemctl(_ arguments: [String]) throws(CommandFailure) {
        let words = ["systemctl", "--user"] + arguments
        var pid: pid_t = 0
        var pointers: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { pointers.forEach { free($0) } }
        let problem = posix_spawnp(&pid, words[0], nil, nil, &pointers, environ)
        guard problem == 0 else { throw CommandFailure(.failed, "systemctl cannot be started: \(String(cString: strerror(problem)))") }
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        guard status == 0 else { throw CommandFailure(.failed, "'\(words.joined(separator: " "))' failed: what it said stands above") }
    }

    /// Becomes the program; returns only where that fails.
    static func become(_ words: [String]) -> CommandFailure {
        var pointers: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { pointers.forEach { free($0) } }
        execvp(words[0], &pointers)
        return CommandFailure(.failed, "\(words[0]) cannot be started: \(String(cString: strerror(errno)))")
    }

    /// Whether the user's units run without a login (loginctl enable-linger).
    static func isLingering(_ user: String, in folder: String = "/var/lib/systemd/linger") -> Bool { access("\(folder)/\(user)", F_OK) == 0 }

    static var userName: String { getpwuid(getuid()).map { String(cString: $0.pointee.pw_name) } ?? "\(getuid())" }
}
