import Glibc
import Platform
import Synchronization

/// What holds one process's memory, for as long as the process lives. Any thread may ask it.
final class CgroupLease: Sendable {
    let kind: MemoryKind
    private let keeper: CgroupManager
    private let name: String
    private let limitBytes: Int?
    /// Of the whole machine, when the process was started.
    private let scopeKillsBefore: Int
    private let state: Mutex<State>

    private struct State {
        var processID: Int32?
        var group: MemoryGroup?
    }

    /// Before the process is started; `started` completes it.
    init(_ kind: MemoryKind, keeper: CgroupManager, name: String = "", limitBytes: Int? = nil, group: MemoryGroup? = nil) {
        (self.kind, self.keeper, self.name, self.limitBytes) = (kind, keeper, name, limitBytes)
        scopeKillsBefore = kind == .systemdScope ? SystemdScope.limitKills(keeper.paths) : 0
        state = Mutex(State(group: group))
    }

    func started(_ processID: Int32) { state.withLock { $0.processID = processID } }

    /// What the process holds; `nil` once it has ended.
    var memory: AgentMemory? {
        let (processID, group) = state.withLock { ($0.processID, $0.group) }
        guard let processID else { return nil }
        if let group { return group.memory }
        guard kind == .systemdScope else { return AgentMemory(of: processID, limitBytes: limitBytes, kind: kind) }
        // The scope is there moments after the process.
        guard let scope = SystemdScope.group(of: processID, name: name, paths: keeper.paths) else { return nil }
        state.withLock { if $0.processID != nil { $0.group = scope } }
        return scope.memory
    }

    /// Whether the limit ended the process. To be asked before `release`.
    func wasLimit(_ end: ChildProcess.End, lastWords: [String]) -> Bool {
        switch kind {
        case .cgroupV1, .cgroupV2: state.withLock { $0.group?.limitKills ?? 0 } > 0 && end != .exited(code: 0)
        case .systemdScope: end == .killed(signal: SIGKILL) && SystemdScope.limitKills(keeper.paths) > scopeKillsBefore
        case .resourceLimits: Self.complain(lastWords) && end != .exited(code: 0)
        case .nothing: false
        }
    }

    /// The process has ended and was reaped, or was never started.
    func release() {
        let group = state.withLock { state in
            defer { state = State() }
            return state.group
        }
        // A scope is systemd's to take away.
        if let group, kind != .systemdScope { keeper.discard(group) }
    }

    /// Of errno(3), the Swift runtime, libzmq, coreutils, the dynamic loader and the C++ library.
    private static let complaints = [
        "cannot allocate memory", "could not allocate memory", "out of memory", "memory exhausted", "failed to map segment", "bad_alloc",
    ]

    /// The system refuses memory instead of ending the process: what it then says, or what its libraries say.
    static func complain(_ lastWords: [String]) -> Bool {
        let words = lastWords.map { $0.lowercased() }
        return words.contains { line in
            Self.complaints.contains { line.contains($0) }
        }
    }
}
