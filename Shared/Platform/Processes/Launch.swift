import CLinux
import Glibc

/// Which program is started, and what it may have. Whatever is not named here it does not get: no descriptor, no
/// variable of our environment beyond a short list, no signal handled, ignored or blocked.
public struct Launch: Sendable {
    /// Absolute path.
    public var program: String
    public var arguments: [String]
    /// As `NAME=value`.
    public var environment = Launch.harmlessEnvironment()
    /// An open descriptor that becomes its standard input, and stays the caller's. `nil`: /dev/null. What no other user of this machine may
    /// see is passed on by this: anyone can read the arguments.
    public var input: Int32?
    /// An open `cgroup.procs` that is entered before the program runs; stays the caller's. `nil`: our own control group.
    public var group: Int32?
    /// A connection that it gets as `connectionNumber`; stays the caller's.
    public var connection: Int32?
    /// RLIMIT_STACK, which is also the size of each of its threads' stacks; `nil`: as ours.
    public var mostStackBytes: Int?
    /// RLIMIT_DATA: private writable memory, touched or not; shared mappings do not count. `nil`: as ours.
    public var mostDataBytes: Int?
    /// Neither it nor what it starts gains privileges by a setuid program (`PR_SET_NO_NEW_PRIVS`).
    public var gainsNoPrivileges = false
    /// The kernel ends it (SIGKILL) when the *thread* that starts it ends, however that ends, even when it hangs.
    public var endsWithThread = false

    public init(program: String, arguments: [String]) { (self.program, self.arguments) = (program, arguments) }

    /// What the descriptor of a connection that is handed over is called in the program.
    public static let connectionNumber = Int32(CLINUX_CONNECTION)

    /// What a program needs to find the user's screen and to speak the user's language. A stream key may stand in any
    /// other variable, so no other one is passed on.
    public static func harmlessEnvironment() -> [String] {
        harmlessNames.compactMap { name in getenv(name).map { "\(name)=\(String(cString: $0))" } }
    }

    /// All of ours, for a program that is the user's own.
    public static func wholeEnvironment() -> [String] {
        var variables: [String] = []
        guard var next = clinux_environment() else { return [] }
        while let variable = next.pointee {
            variables.append(String(cString: variable))
            next += 1
        }
        return variables
    }

    private static let harmlessNames = [
        "PATH", "HOME", "USER", "TMPDIR", "TZ", "LANG", "LC_ALL", "LC_ADDRESS", "LC_COLLATE", "LC_CTYPE", "LC_IDENTIFICATION", "LC_MEASUREMENT",
        "LC_MESSAGES", "LC_MONETARY", "LC_NAME", "LC_NUMERIC", "LC_PAPER", "LC_TELEPHONE", "LC_TIME", "DISPLAY", "XAUTHORITY", "XDG_RUNTIME_DIR",
        "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS", "PIPEWIRE_REMOTE", "PIPEWIRE_RUNTIME_DIR", "PIPEWIRE_CONFIG_DIR", "PIPEWIRE_MODULE_DIR",
        "SPA_PLUGIN_DIR",
    ]
}
