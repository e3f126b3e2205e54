import Glibc
import Platform

/// A transient scope of systemd: where it owns the control groups, it is asked for one.
///
/// `systemd-run --scope` makes the scope for its own process and then becomes the program: pid, session, standard
/// descriptors and the parent's death signal stay what they were.
struct SystemdScope: Hashable, Sendable {
    /// systemd-run(1).
    let program: String
    /// The user's systemd; else the system's, for root.
    let isUser: Bool

    /// - Returns: `nil` where no systemd runs that this user may ask.
    init?() {
        let paths = getenv("PATH").map { String(cString: $0).split(separator: ":").map(String.init) } ?? []
        guard let program = paths.map({ $0 + "/systemd-run" }).first(where: { access($0, X_OK) == 0 }) else { return nil }
        if let runtime = getenv("XDG_RUNTIME_DIR"), access(String(cString: runtime) + "/systemd/private", F_OK) == 0 {
            (self.program, isUser) = (program, true)
        } else if geteuid() == 0, access("/run/systemd/private", F_OK) == 0 {
            (self.program, isUser) = (program, false)
        } else {
            return nil
        }
    }

    init(program: String, isUser: Bool) { (self.program, self.isUser) = (program, isUser) }

    /// The same start, in a scope named `name`.
    func wrap(_ launch: Launch, name: String, limitBytes: Int) -> Launch {
        var wrapped = launch
        wrapped.program = program
        wrapped.arguments =
            (isUser ? ["--user"] : []) + ["--scope", "--quiet", "--collect", "--unit=\(Self.unit(name))"]
            + ["-p", "MemoryMax=\(limitBytes)", "-p", "MemorySwapMax=0", "--", launch.program] + launch.arguments
        return wrapped
    }

    static func unit(_ name: String) -> String { name + ".scope" }

    /// Whether it really limits memory: a user's systemd is not always given the memory controller. Takes ~50 ms, 2 s at most.
    @available(*, noasync)
    func works(name: String) -> Bool {
        let bytes = 64 << 20
        let look = "read -r group </proc/self/cgroup; cat \"/sys/fs/cgroup${group#0::}/memory.max\""
        let launch = wrap(Launch(program: "/bin/sh", arguments: ["-c", look]), name: name, limitBytes: bytes)
        guard let child = try? ChildProcess(launch) else { return false }  // whatever the reason, there is no scope
        var entry = pollfd(fd: child.endDescriptor, events: Int16(POLLIN), revents: 0)
        if child.endDescriptor >= 0 { _ = pollUntil(.now() + .seconds(2), &entry, 1) }
        let end = child.end(patience: .zero)
        var text = LineSplitter()
        return end == .exited(code: 0) && text.read(child.textDescriptor, atMost: OutputLimit.bytesAtEnd).lines.contains("\(bytes)")
    }

    /// How many processes a limit has ended below the slices in which scopes stand; a scope's own count goes with it.
    static func limitKills(_ paths: ControlGroupPaths) -> Int {
        guard let top = paths.version2?.top else { return 0 }
        return ["/user.slice", "/system.slice"].reduce(0) { $0 + MemoryGroup.limitKills(top + $1, isVersion2: true) }
    }

    /// The scope's group, once the process is in it.
    static func group(of processID: Int32, name: String, paths: ControlGroupPaths) -> MemoryGroup? {
        guard let top = paths.version2?.top, let text = KernelFile.text("/proc/\(processID)/cgroup") else { return nil }
        for line in text.split(separator: "\n") where line.hasPrefix("0::") && line.hasSuffix("/" + unit(name)) {
            return MemoryGroup(adopting: top + line.dropFirst(3), kind: .systemdScope)
        }
        return nil
    }
}
