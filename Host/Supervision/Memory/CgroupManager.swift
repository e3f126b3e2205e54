import Glibc
import Platform
import Synchronization

/// Knows where the memory of processes can be limited on this machine, makes the groups and takes them away. Any thread.
final class CgroupManager: Sendable {
    static let shared = CgroupManager()

    /// One way to limit memory.
    enum Place: Sendable {
        case group(below: String, isVersion2: Bool)
        case scope(SystemdScope)
        case resourceLimits

        var kind: MemoryKind {
            switch self {
            case .group(_, let isVersion2): isVersion2 ? .cgroupV2 : .cgroupV1
            case .scope: .systemdScope
            case .resourceLimits: .resourceLimits
            }
        }
    }

    let paths = ControlGroupPaths.current()
    private let found = Mutex<[Place]?>(nil)
    private let count = Atomic<Int>(0)
    /// Groups whose last process has ended and that were still busy.
    private let leftover = Mutex<[MemoryGroup]>([])
    private let offered: [Place]?

    /// - Parameter offered: only these ways, for tests of what most machines do not need; `nil`: what there is.
    init(offering offered: [Place]? = nil) { self.offered = offered }

    /// The ways that work here, best first; never empty.
    @available(*, noasync)
    var places: [Place] {
        found.withLock { found in
            if let found { return found }
            let made = offered ?? find()
            found = made
            return made
        }
    }

    @available(*, noasync)
    var kinds: [MemoryKind] { places.map(\.kind) }

    /// `splitcast-GROUP-HOSTPID-N`, never twice in one process.
    func name(for group: String) -> String { "splitcast-\(group)-\(getpid())-\(count.add(1, ordering: .relaxed).newValue)" }

    /// Takes a group away whose process has ended; at once, or as soon as it is no longer busy.
    func discard(_ group: MemoryGroup) {
        if !group.remove() { leftover.withLock { $0.append(group) } }
    }

    /// Takes away what was busy. Called before each start.
    func tidy() { leftover.withLock { $0.removeAll { $0.remove() } } }

    /// Waits until nothing is busy any more, half a second at most; what is left then is for the next host's sweep.
    @available(*, noasync)
    func finish() {
        let deadline = MediaTime.now() + .milliseconds(500)
        var nothing = pollfd()
        while true {
            tidy()
            if leftover.withLock({ $0.isEmpty }) || MediaTime.now() > deadline { return }
            _ = pollUntil(.now() + .milliseconds(5), &nothing, 0)
        }
    }

    @available(*, noasync)
    private func find() -> [Place] {
        var places: [Place] = []
        if let (own, top) = paths.version2 {
            // The name says that it is ours to sweep, as those of agents.
            let delegation = Delegation(own: own, top: top, hostGroupName: name(for: "host"))
            if let directory = delegation.directory(), isUsable(directory, isVersion2: true) {
                places.append(.group(below: directory, isVersion2: true))
            }
        }
        if places.isEmpty, let directory = paths.version1, isUsable(directory, isVersion2: false) {
            places.append(.group(below: directory, isVersion2: false))
        }
        if places.isEmpty, let scope = SystemdScope(), scope.works(name: name(for: "trial")) { places.append(.scope(scope)) }
        return places + [.resourceLimits]
    }

    private func isUsable(_ directory: String, isVersion2: Bool) -> Bool {
        sweep(directory)
        do throws(SystemError) {
            let trial = try MemoryGroup(below: directory, name: name(for: "trial"), isVersion2: isVersion2, limitBytes: 64 << 20)
            discard(trial)
            return true
        } catch { return false }
    }

    /// Takes away empty groups of hosts that are gone. One that still holds an agent stays.
    func sweep(_ directory: String) {
        for name in fileNames(in: directory) {
            guard let host = Self.host(of: name), host != getpid(), kill(host, 0) != 0, errno == ESRCH else { continue }
            rmdir(directory + "/" + name)
        }
    }

    /// The pid in `splitcast-GROUP-HOSTPID-N`; a group's name may hold dashes.
    static func host(of name: String) -> Int32? {
        let parts = name.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count >= 4, parts[0] == "splitcast", Int(parts[parts.count - 1]) != nil, let host = Int32(parts[parts.count - 2]), host > 0
        else { return nil }
        return host
    }
}
