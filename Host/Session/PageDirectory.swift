import Glibc

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
        guard let stream = opendir(path) else { return }
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { unlink(path + "/" + name) }
        }
        closedir(stream)
        rmdir(path)
    }
}
