import AppGroup
import Glibc
import Platform

/// A group of its own, in a runtime directory of its own that this process and its children see as XDG_RUNTIME_DIR.
///
/// What else lies in the user's runtime directory (PipeWire's socket, Wayland's, the bus) is linked into it: only the
/// groups are others. Made before other threads read the environment; removed with the object.
final class PrivateGroup {
    static let name = "conformance"

    let directory: GroupDirectory
    private let runtime: String

    init() throws(ConformanceError) {
        let real = getenv("XDG_RUNTIME_DIR").map { String(cString: $0) } ?? "/run/user/\(geteuid())"
        var template = Array("/tmp/splitcast-conformance.XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw ConformanceError("making a private directory", SystemError(operation: "mkdtemp", number: errno))
        }
        runtime = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        for entry in fileNames(in: real) where entry != "splitcast" { symlink(real + "/" + entry, runtime + "/" + entry) }
        setenv("XDG_RUNTIME_DIR", runtime, 1)
        // An agent is told its group by its arguments, or finds the usual one.
        unsetenv("SPLITCAST_GROUP")
        do throws(GroupError) { directory = try GroupDirectory(try GroupName(Self.name), creating: true) } catch {
            rmdir(runtime)
            throw ConformanceError(error)
        }
    }

    deinit {
        for name in fileNames(in: directory.path) { unlink(directory.path + "/" + name) }
        rmdir(directory.path)
        rmdir(runtime + "/splitcast")
        for name in fileNames(in: runtime) { unlink(runtime + "/" + name) }
        rmdir(runtime)
    }
}
