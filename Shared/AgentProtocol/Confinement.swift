/// What an agent says it has forbidden itself once it was set up. The host checks what it can with the kernel; the rest is a claim.
/// Raw values travel on the wire and never change; bits of later versions are kept as they are.
public struct Confinement: OptionSet, Hashable, Sendable {
    public let rawValue: UInt16
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// Neither it nor what it starts can gain privileges (`PR_SET_NO_NEW_PRIVS`).
    public static let noNewPrivileges = Confinement(rawValue: 1)
    /// A seccomp filter refuses every system call that capturing does not need.
    public static let filteredCalls = Confinement(rawValue: 2)
    /// Landlock refuses files and the network.
    public static let noFiles = Confinement(rawValue: 4)
    /// The filter only logs what it would refuse.
    public static let logsOnly = Confinement(rawValue: 8)

    /// As `agents` shows them.
    public var words: [String] {
        let named: [(Confinement, String)] = [
            (.noNewPrivileges, "noNewPrivileges"), (.filteredCalls, "filteredCalls"), (.noFiles, "noFiles"), (.logsOnly, "logsOnly"),
        ]
        return named.filter { contains($0.0) }.map(\.1)
    }
}
