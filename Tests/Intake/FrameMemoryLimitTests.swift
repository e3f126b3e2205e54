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

    @Test func memoryBeyondTheRateOfAProcessWaits() {
        var rates = MemoryRates()
        let start = MediaTime(nanoseconds: 1_000_000_000_000)
        // A process gets its burst, then so much a second, however often it attaches; another one is not held up by it.
        var made = 0
        while rates.mayMake(7, at: start) {
            rates.took(7, bytes: 100 << 20)
            made += 100 << 20
        }
        #expect(made >= MemoryRates.burstBytes && made < MemoryRates.burstBytes + 100 << 20)
        let (another, soon, later) = (
            rates.mayMake(8, at: start), rates.mayMake(7, at: start + .milliseconds(100)), rates.mayMake(7, at: start + .seconds(2))
        )
        #expect(another && !soon && later)
    }
}
