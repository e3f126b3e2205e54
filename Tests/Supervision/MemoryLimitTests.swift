import Fixtures
import Glibc
import Platform
import Testing

@testable import Intake
@testable import Supervision

/// Real groups and real processes. Where a machine offers no group, the same is shown of resource limits.
@Suite(.serialized) struct MemoryLimitTests {
    private static let keepers = [CgroupManager.shared, CgroupManager(offering: [.resourceLimits])]
    /// Reads a line without an end, and keeps it.
    private static let eater = Launch(program: "/usr/bin/tail", arguments: ["/dev/zero"])

    private func start(_ launch: Launch, _ keeper: CgroupManager, _ limits: AgentLimits = .standard) throws -> LimitedProcess {
        try LimitedProcess(launch, limits: limits, group: .standard, keeper: keeper)
    }

    @Test func thisMachineSaysWhatHoldsMemory() {
        let kinds = CgroupManager.shared.kinds
        #expect(kinds.last == .resourceLimits)
        #expect(MemoryKind.here == kinds[0])
        // Root can make a group wherever the controller is mounted writable.
        let paths = CgroupManager.shared.paths
        if geteuid() == 0, let directory = paths.version1, access(directory, W_OK) == 0 { #expect(kinds[0] != .resourceLimits) }
    }

    @Test func aProgramIsInsideItsLimitFromItsFirstInstruction() throws {
        let lines = try linesOf("cat /proc/$$/cgroup; ulimit -d; ulimit -s")
        switch MemoryKind.here {
        case .cgroupV1, .cgroupV2: #expect(lines.contains { $0.contains("/splitcast-default-\(getpid())-") }, "\(lines)")
        case .systemdScope: #expect(lines.contains { $0.hasSuffix(".scope") && $0.contains("/splitcast-default-") }, "\(lines)")
        case .resourceLimits, .nothing: #expect(lines.suffix(2) == ["16384", "256"])
        }
        let limited = try linesOf("cat /proc/$$/cgroup; ulimit -d; ulimit -s", keeper: Self.keepers[1])
        #expect(limited.suffix(2) == ["16384", "256"])
        #expect(!limited.contains { $0.contains("splitcast-default-") })
    }

    @Test(arguments: keepers.indices) func aProgramThatTakesMoreIsKnownToHaveReachedItsLimit(_ index: Int) throws {
        let keeper = Self.keepers[index]
        let (lines, ending) = try finish(try start(Self.eater, keeper))
        #expect(ending.isMemoryLimit, "\(lines)")
        #expect(ending.end == (keeper.kinds[0] == .resourceLimits ? .exited(code: 1) : .killed(signal: SIGKILL)))
    }

    @Test(arguments: keepers.indices) func otherEndsAreNotTakenForIt(_ index: Int) throws {
        for words in ["exit 0", "exit 1", "kill -9 $$", "kill -6 $$", "echo error: no such display; exit 3"] {
            let launch = Launch(program: "/bin/sh", arguments: ["-c", words])
            #expect(try !finish(try start(launch, Self.keepers[index])).ending.isMemoryLimit, "\(words)")
        }
    }

    @Test func withoutALimitThereIsNone() throws {
        let process = try LimitedProcess(
            Launch(program: "/usr/bin/tail", arguments: ["-f", "/dev/null"]), limits: AgentLimits(memoryBytes: nil), group: .standard)
        #expect(process.kind == .nothing)
        let memory = try #require(process.memory)
        #expect(memory.limitBytes == nil && memory.anonymousBytes > 0)
        process.child.signal(SIGKILL)
        _ = try finish(process)
        #expect(process.memory == nil)
    }

    @Test(arguments: keepers.indices) func theFiguresAreTheProcesses(_ index: Int) throws {
        // The shell holds three million bytes, and then waits.
        let words = "x=$(head -c 3000000 /dev/zero | tr '\\0' x); echo ready; tail -f /dev/null; echo $x"
        let process = try start(Launch(program: "/bin/sh", arguments: ["-c", words]), Self.keepers[index])
        var text = LineSplitter()
        var lines: [String] = []
        try waitUntil("the shell to be ready") {
            lines += text.read(process.child.textDescriptor, atMost: OutputLimit.bytesAtEnd).lines
            return lines.contains("ready")
        }
        let memory = try #require(process.memory)
        #expect(memory.kind == process.kind && memory.limitBytes == 16 << 20)
        #expect((3_000_000..<(12 << 20)).contains(memory.anonymousBytes), "\(memory)")
        #expect(memory.kernelBytes >= 0 && memory.kernelBytes < 2 << 20, "\(memory)")
        #expect(memory.peakBytes >= memory.anonymousBytes || memory.peakBytes == 0, "\(memory)")
        process.child.signal(SIGKILL)
        _ = try finish(process)
        #expect(process.memory == nil)
    }

    @Test func whatAProgramLeavesBehindEndsWithIt() throws {
        for keeper in Self.keepers {
            let lines = try linesOf("tail -f /dev/null >/dev/null 2>&1 & echo $!", keeper: keeper)
            let left = try #require(lines.first.flatMap { Int32($0) })
            try waitUntil("process \(left) to be gone") {
                KernelFile.text("/proc/\(left)/stat").map { $0.contains(") Z ") } ?? true
            }
        }
    }

    @Test func twoHundredStartsLeaveNothing() throws {
        func groups() -> [String] { names(of: CgroupManager.shared).filter { CgroupManager.host(of: $0) == getpid() } }
        func zombies() -> Int {
            fileNames(in: "/proc").filter { Int32($0) != nil }.count {
                KernelFile.text("/proc/\($0)/stat").map { $0.contains("(true) Z \(getpid()) ") } ?? false
            }
        }
        let descriptors = fileNames(in: "/proc/self/fd").count
        for _ in 0..<200 { _ = try finish(try start(Launch(program: "/bin/true", arguments: []), .shared)) }
        CgroupManager.shared.finish()
        #expect(groups().isEmpty)
        #expect(zombies() == 0)
        // Other suites may hold a few meanwhile.
        #expect(fileNames(in: "/proc/self/fd").count < descriptors + 50)
    }

    private func names(of keeper: CgroupManager) -> [String] {
        keeper.places.flatMap { place -> [String] in
            if case .group(let directory, _) = place { fileNames(in: directory) } else { [] }
        }
    }

    @Test func groupsOfHostsThatAreGoneAreSweptAndNoOthers() throws {
        let gone = try ChildProcess(program: "/bin/true", arguments: [])
        _ = gone.end(patience: .seconds(5))
        let scratch = Scratch()
        let mine = "splitcast-a-b-\(getpid())-3"
        for name in ["splitcast-a-b-\(gone.processID)-7", mine, "splitcast-x-1-1", "splitcast-x", "other-x-\(gone.processID)-1"] {
            _ = try scratch.directory(name)
        }
        CgroupManager(offering: []).sweep(scratch.path)
        #expect(Set(fileNames(in: scratch.path)) == [mine, "splitcast-x-1-1", "splitcast-x", "other-x-\(gone.processID)-1"])
    }

    @Test(arguments: [MemoryKind.cgroupV1, .resourceLimits]) func aLimitInWhichNothingWorksIsRefusedWithTheNumber(_ kind: MemoryKind) throws {
        let smallest = AgentLimits.smallestBytes(kind)
        #expect(AgentLimits(memoryBytes: smallest).refusal(kind) == nil)
        #expect(AgentLimits.standard.refusal(kind) == nil && AgentLimits(memoryBytes: nil).refusal(kind) == nil)
        #expect(AgentLimits(memoryBytes: 8 << 20).refusal(kind) == nil)
        let words = try #require(AgentLimits(memoryBytes: smallest - 1024).refusal(kind))
        #expect(words.contains("\(smallest >> 20) MiB or more") && words.contains("\((smallest - 1024) >> 10) KiB"), "\(words)")
    }
}
