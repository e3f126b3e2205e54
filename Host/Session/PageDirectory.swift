import Glibc
import Platform

/// Where the page's segments lie while a session runs: made with it, gone with it.
struct PageDirectory: Sendable {
    let path: String

    /// Makes it anew, mode 0700; what a crashed host left there is removed.
    func make() throws(SessionError) {
        remove()
        guard mkdir(path, 0o700) == 0 else {
            throw SessionError(.failed, "cannot make \(path) for the page: \(String(cString: strerror(errno)))")
        }
    }

    /// Removes it with the files in it. A directory that is not there is no failure.
    func remove() {
        for name in fileNames(in: path) { unlink(path + "/" + name) }
        rmdir(path)
    }
}
