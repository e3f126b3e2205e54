import Glibc

/// Makes a folder with those above it, as far as they are missing. Any thread; some file operations.
///
/// - Parameters:
///   - path: absolute, or below the working directory.
///   - mode: of each that is made, as of mkdir(2).
/// - Throws: `SystemError` of the first that is missing and cannot be made.
public func makeFolders(_ path: String, mode: UInt32) throws(SystemError) {
    var made = path.hasPrefix("/") ? "" : "."
    for part in path.split(separator: "/") {
        made += "/\(part)"
        guard mkdir(made, mode) != 0 else { continue }
        let number = errno
        // Where there is no right to make it, it may be there.
        if number != EEXIST, access(made, F_OK) != 0 { throw SystemError(operation: "mkdir", number: number) }
    }
}
