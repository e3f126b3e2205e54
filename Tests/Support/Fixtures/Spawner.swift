import Glibc
import Platform
import Synchronization

/// Starts processes from one thread that lives as long as the tests do.
///
/// Children ask the kernel to end with their parent (PR_SET_PDEATHSIG), and to the kernel the parent is the thread that
/// started them; the pool threads on which tests run come and go.
final class Spawner: Sendable {
    static let shared = Spawner()

    private struct Request {
        let work: @Sendable () -> Void
    }

    private let requests = Mutex<[Request]>([])
    private let wakeup: Wakeup
    private let thread = Mutex<Worker?>(nil)

    private init() {
        do {
            wakeup = try Wakeup()
            let worker = try Worker(name: "spawner") { [unowned self] in run() }
            thread.withLock { $0 = worker }
        } catch {
            fatalError("cannot start a thread: \(error)")
        }
    }

    private func run() {
        while true {
            _ = wakeup.wait()
            let batch = requests.withLock { waiting in
                defer { waiting = [] }
                return waiting
            }
            for request in batch { request.work() }
        }
    }

    /// posix_spawn(3) of `arguments` (the first is looked up in PATH), in a session of its own. Returns the pid.
    func spawn(_ arguments: [String], environment: [String: String], standardOutput: Int32, standardError: Int32) throws -> pid_t {
        let answer = Answer()
        requests.withLock {
            $0.append(
                Request { answer.finish(posixSpawn(arguments, environment, standardOutput, standardError)) })
        }
        wakeup.signal()
        _ = answer.wakeup?.wait()
        switch answer.result.withLock({ $0 }) {
        case .success(let pid): return pid
        case .failure(let error): throw FixtureError("\(arguments.prefix(4).joined(separator: " ")): \(error.reason)")
        }
    }

    private final class Answer: Sendable {
        let result = Mutex(Result<pid_t, SystemError>.failure(SystemError(operation: "spawn", number: ECANCELED)))
        let wakeup = try? Wakeup()  // without descriptors nothing can be spawned either, and the failure above stands

        func finish(_ value: Result<pid_t, SystemError>) {
            result.withLock { $0 = value }
            wakeup?.signal()
        }
    }
}

private typealias CloseFrom = @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32

/// posix_spawn_file_actions_addclosefrom_np(3), which hides behind _GNU_SOURCE: descriptors of the tests stay with them.
private let closeOthers: CloseFrom? = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np")
    .map { unsafeBitCast($0, to: CloseFrom.self) }

private func posixSpawn(
    _ arguments: [String], _ environment: [String: String], _ standardOutput: Int32, _ standardError: Int32
) -> Result<pid_t, SystemError> {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, standardOutput, 1)
    posix_spawn_file_actions_adddup2(&actions, standardError, 2)
    _ = closeOthers?(&actions, 3)

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    let ownSession: Int16 = 0x80  // POSIX_SPAWN_SETSID, which hides behind _GNU_SOURCE
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF) | ownSession)

    let full = ["setpriv", "--pdeathsig", "KILL", "--"] + arguments
    var argv: [UnsafeMutablePointer<CChar>?] = full.map { strdup($0) } + [nil]
    var envp: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for pointer in argv + envp { free(pointer) } }
    var pid = pid_t()
    let status = posix_spawnp(&pid, "setpriv", &actions, &attributes, &argv, &envp)
    return status == 0 ? .success(pid) : .failure(SystemError(operation: "posix_spawn", number: status))
}
