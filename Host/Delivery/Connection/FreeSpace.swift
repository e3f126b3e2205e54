import Glibc

/// What a file system has left for us, in bytes; `nil` where it does not say.
enum FreeSpace {
    static func bytes(in directory: String) -> Int? {
        var facts = statvfs()
        return statvfs(directory, &facts) == 0 ? bytes(facts) : nil
    }

    static func bytes(of descriptor: Int32) -> Int? {
        var facts = statvfs()
        return fstatvfs(descriptor, &facts) == 0 ? bytes(facts) : nil
    }

    private static func bytes(_ facts: statvfs) -> Int? {
        guard facts.f_blocks > 0 else { return nil }
        return Int(clamping: UInt64(facts.f_bavail).multipliedReportingOverflow(by: UInt64(facts.f_frsize)).partialValue)
    }
}
