import Glibc

/// Whether others of this user may look into this process (PR_GET_DUMPABLE of prctl(2), which Swift does not import, as it is variadic).
public var isOpenToOthers: Bool {
    typealias Call = @convention(c) (Int32, UInt, UInt, UInt, UInt) -> Int32
    let getDumpable: Int32 = 3
    guard let found = dlsym(nil, "prctl") else { return true }
    return unsafeBitCast(found, to: Call.self)(getDumpable, 0, 0, 0, 0) == 1
}
