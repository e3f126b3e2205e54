public import AgentProtocol
import CSandbox
import Glibc
import Platform

/// What this process has forbidden itself, step by step, each for good.
///
/// 1. `enter`, when the screen and the group's directory are open and before there is a second thread: no core file, no real-time
///    class, no new privileges and, when strict, Landlock (no file, no TCP port, no abstract socket, no signal to others).
/// 2. `close`, when the connections stand, before the first frame and before anything of a video is read: the seccomp filter. Where
///    nothing has to be parsed it waits for the first frame memory.
///
/// A step that this kernel does not offer is reported once, in one line, and its bit is missing from `confinement`: capture
/// goes on, and `splitcast agents` shows what is not enforced. One per process, on the thread that captures.
public struct Sandbox: ~Copyable {
    public let mode: SandboxMode
    /// What has really been applied, for the agent's state.
    public private(set) var confinement: Confinement = []
    public private(set) var isClosed: Bool

    public init(_ mode: SandboxMode) {
        self.mode = mode
        isClosed = mode == .off
    }

    /// The first step. Descriptors that are open stay usable, and sockets in the file system can still be connected to.
    ///
    /// - Parameter sending: what the filter will leave, beside writing to connections.
    public mutating func enter(sending: SendingNeeds) {
        guard mode != .off else { return }
        csandbox_allow_sending(sending.contains(.descriptors) ? 1 : 0)
        // Never refused: limits are lowered.
        _ = csandbox_limits()
        apply(.noNewPrivileges, "privileges could be gained") { csandbox_no_new_privileges() }
        // Without /proc no thread may set how it is scheduled: those of ZeroMQ's have, unless the machine is very busy.
        _ = csandbox_know_threads()
        // Landlock cannot only log.
        guard mode == .strict else { return }
        apply(.noFiles, "files and the network are refused by the system call filter alone") {
            let version = csandbox_landlock()
            if version == 0 { errno = ENOSYS }
            return version > 0 ? 0 : -1
        }
    }

    /// The second step; done once, however often it is called.
    public mutating func close() {
        guard !isClosed else { return }
        isClosed = true
        let onlyLogs = mode == .permissive
        apply(onlyLogs ? [.filteredCalls, .logsOnly] : .filteredCalls, "system calls are not filtered") { csandbox_filter(onlyLogs ? 1 : 0) }
    }

    /// All that a process can forbid itself which decodes what it reads from the network until its end: that of one which fetches alone.
    /// - Parameter usesLocalSockets: it may ask services of this machine, as those that find names in the local network.
    public mutating func enterForNetwork(usesLocalSockets: Bool) {
        guard mode != .off, !isClosed else { return }
        isClosed = true
        apply(.noNewPrivileges, "privileges could be gained") { csandbox_no_new_privileges() }
        guard mode == .strict else { return }
        apply([], "files are not refused") {
            let version = csandbox_landlock_fetching()
            if version == 0 { errno = ENOSYS }
            return version > 0 ? 0 : -1
        }
        apply([], "system calls are not filtered") { csandbox_filter_fetching(usesLocalSockets ? 1 : 0) }
    }

    private mutating func apply(_ bits: Confinement, _ consequence: String, _ step: () -> Int32) {
        do throws(SystemError) {
            try systemCall("sandbox", step)
            confinement.formUnion(bits)
        } catch {
            report("sandbox: this kernel refused \(bits.words.first ?? "a part of it") (\(error.reason)): \(consequence)")
        }
    }
}
