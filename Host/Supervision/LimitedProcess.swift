public import AppGroup
import Glibc
public import Platform
import Synchronization

/// A process that was inside its memory limit before its program ran.
///
/// `child` belongs to one thread at a time, which calls `end` at the end; the rest may be asked by any thread.
public final class LimitedProcess: Sendable {
    public let child: ChildProcess
    private let hold: CgroupLease
    private let ended = Mutex<Ending?>(nil)

    /// What holds its memory.
    public var kind: MemoryKind { hold.kind }
    /// What it holds; `nil` when it has ended, or has only just begun.
    public var memory: AgentMemory? { hold.memory }

    /// How it ended.
    public struct Ending: Hashable, Sendable {
        public let end: ChildProcess.End
        /// Its limit ended it, or refused it memory that it could not do without.
        public let isMemoryLimit: Bool
    }

    /// Starts a program under a limit, by the best way that works on this machine. Blocks for ~10 ms; the first call of a
    /// process up to 2 s where systemd has to be asked.
    ///
    /// - Parameters:
    ///   - limits: see `AgentLimits.refusal`, which is the caller's to ask.
    ///   - group: part of the control group's name.
    /// - Throws: `SystemError` when the program itself cannot be started.
    @available(*, noasync)
    public convenience init(_ launch: Launch, limits: AgentLimits, group: GroupName) throws(SystemError) {
        try self.init(launch, limits: limits, group: group, keeper: .shared)
    }

    @available(*, noasync)
    init(_ launch: Launch, limits: AgentLimits, group: GroupName, keeper: CgroupManager) throws(SystemError) {
        // Those that stand between us and the program would not tell why it could not be started.
        guard access(launch.program, X_OK) == 0 else { throw SystemError(operation: "starting \(launch.program)", number: errno) }
        (child, hold) = try Self.start(launch, limits, group, keeper)
        hold.started(child.processID)
    }

    private static func start(
        _ launch: Launch, _ limits: AgentLimits, _ group: GroupName, _ keeper: CgroupManager
    ) throws(SystemError) -> (ChildProcess, CgroupLease) {
        guard let bytes = limits.memoryBytes else { return (try ChildProcess(launch), CgroupLease(.nothing, keeper: keeper)) }
        keeper.tidy()
        ProgramPages.warm(launch.program)
        for place in keeper.places {
            let name = keeper.name(for: group.text)
            var limited = launch
            do throws(SystemError) {
                switch place {
                case .group(let parent, let isVersion2):
                    let made = try MemoryGroup(below: parent, name: name, isVersion2: isVersion2, limitBytes: bytes)
                    limited.group = made.entrance
                    let hold = CgroupLease(place.kind, keeper: keeper, limitBytes: bytes, group: made)
                    do throws(SystemError) { return (try ChildProcess(limited), hold) } catch {
                        hold.release()
                        throw error
                    }
                case .scope(let scope):
                    let hold = CgroupLease(place.kind, keeper: keeper, name: name, limitBytes: bytes)
                    return (try ChildProcess(scope.wrap(launch, name: name, limitBytes: bytes)), hold)
                case .resourceLimits:
                    (limited.mostStackBytes, limited.mostDataBytes) = (AgentLimits.stackBytes, bytes)
                    return (try ChildProcess(limited), CgroupLease(.resourceLimits, keeper: keeper, limitBytes: bytes))
                }
            } catch {
                // What hinders the program itself hinders it the last way, too.
                if case .resourceLimits = place { throw error }
            }
        }
        throw SystemError(operation: "starting \(launch.program)", number: ENOSYS)
    }

    /// Takes its end, and ends whatever it left behind in its session or its control group; `nil` while it still runs.
    /// Says the same again when it is asked again.
    ///
    /// - Parameter lastWords: its last lines; resource limits are recognised by what the program said of them.
    public func reap(lastWords: [String] = []) -> Ending? {
        if let ending = ended.withLock({ $0 }) { return ending }
        guard child.hasEnded else { return nil }
        // As long as it is not reaped, its session cannot be another process's.
        child.signalFamily(SIGKILL)
        guard let end = child.reap() else { return nil }
        let ending = Ending(end: end, isMemoryLimit: hold.wasLimit(end, lastWords: lastWords))
        ended.withLock { $0 = ending }
        hold.release()
        return ending
    }
}
