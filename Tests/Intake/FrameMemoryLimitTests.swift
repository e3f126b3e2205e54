import AgentFixtures
import Fixtures
import Frames
import Glibc
import Platform
import Testing

@testable import Intake

/// What an agent keeps of its frame memory costs the host nothing once it is replaced.
@Suite(.serialized) struct FrameMemoryLimitTests {
    /// Three slots of so many MiB, about.
    private func geometry(slotMiB: Int) -> FrameGeometry {
        FrameGeometry(size: PixelSize(width: 4096, height: slotMiB * 64))!
    }

    private func heldBytes(_ descriptor: SharedDescriptor) -> Int {
        var facts = stat()
        return fstat(descriptor.number, &facts) == 0 ? Int(facts.st_blocks) * 512 : 0
    }

    @Test func replacedMemoryIsGivenBackThoughTheAgentKeepsItsDescriptors() throws {
        let fixture = try IntakeFixture()
        let agent = try RawAgent(at: fixture.directory)
        for height in 8...13 { try agent.attach(geometry(slotMiB: height)) }
        #expect(agent.descriptors.count == 6)
        #expect(
            try Watchdog.until {
                try agent.turn()
                return agent.descriptors.dropLast().allSatisfy { heldBytes($0) == 0 }
            }, "held: \(agent.descriptors.map { heldBytes($0) >> 20 }) MiB")
        #expect(heldBytes(agent.descriptors.last!) >= agent.offer!.layout.totalBytes)
    }

    /// 300 MiB and 300 MiB are more than one agent may have: the first are gone before the second are made.
    @Test func memoryIsCountedUntilItIsGone() throws {
        let fixture = try IntakeFixture()
        let agent = try RawAgent(at: fixture.directory)
        try agent.attach(geometry(slotMiB: 100))
        try waitUntil("a frame") {
            try agent.turn()
            return agent.state?.wish == .capture && agent.notice(PixelRectangle(of: geometry(slotMiB: 100).size))
        }
        try waitUntil("its answer") {
            try agent.turn()
            return agent.state?.lastNotice == 1
        }
        try agent.attach(geometry(slotMiB: 100))
        #expect(heldBytes(agent.descriptors[0]) == 0)
        #expect(agent.offer?.memoryNumber == 2 && agent.refusal == nil)
    }

    @Test func anAgentThatAttachesDoesNotWaitForTheMemoryOfAnother() throws {
        let fixture = try IntakeFixture()
        let greedy = try RawAgent(at: fixture.directory)
        try greedy.ask(for: geometry(slotMiB: 160))
        let modest = try RawAgent(at: fixture.directory)
        try modest.attach(geometry(slotMiB: 1))
        try greedy.turn()
        #expect(greedy.offer == nil, "480 MiB were made before 3 MiB that were asked for meanwhile")
        try waitUntil("the rest") {
            try greedy.turn()
            return greedy.offer != nil
        }
    }

    @Test func theNextMemoryIsMadeWhenTheRateAllowsIt() throws {
        var limits = MemoryLimits()
        (limits.bytesPerSecond, limits.burstBytes) = (2 << 20, 1 << 20)
        let fixture = try IntakeFixture(memoryLimits: limits)
        let agent = try RawAgent(at: fixture.directory)
        let began = MediaTime.now()
        // 3 MiB: two more than may be had at once.
        try agent.attach(geometry(slotMiB: 1))
        try agent.attach(geometry(slotMiB: 1))
        #expect(MediaTime.now() - began >= .seconds(1))
        #expect(agent.offer?.memoryNumber == 2)
    }

    @Test func agentsTogetherGetNoMoreThanTheWhole() throws {
        var limits = MemoryLimits()
        limits.largestBytesOfAll = 4 << 20
        let fixture = try IntakeFixture(memoryLimits: limits)
        let (first, second) = (try RawAgent(at: fixture.directory), try RawAgent(at: fixture.directory))
        try first.attach(geometry(slotMiB: 1))
        try second.ask(for: geometry(slotMiB: 1))
        try waitUntil("an answer") {
            try first.turn()
            try second.turn()
            return second.isOver || second.offer != nil
        }
        #expect(second.offer == nil && second.refusal?.reason == .failed, "\(String(describing: second.refusal))")
        #expect(second.refusal?.message.hasSuffix("take 3 MiB, and 1 MiB may be had") == true, "\(second.refusal?.message ?? "")")
        #expect(!first.isOver)
    }

    @Test func memoryBeyondTheRateOfAProcessWaits() {
        var rates = MemoryRates()
        let start = MediaTime(nanoseconds: 1_000_000_000_000)
        // A process gets its burst, then so much a second, however often it attaches; another one is not held up by it.
        var made = 0
        while rates.mayMake(7, at: start) {
            rates.took(7, bytes: 100 << 20)
            made += 100 << 20
        }
        #expect(made >= MemoryLimits().burstBytes && made < MemoryLimits().burstBytes + 100 << 20)
        let (another, soon, later) = (
            rates.mayMake(8, at: start), rates.mayMake(7, at: start + .milliseconds(100)), rates.mayMake(7, at: start + .seconds(2))
        )
        #expect(another && !soon && later)
    }
}
