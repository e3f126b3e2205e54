import Supervision
import Testing

@testable import Session

/// The memory limit among an agent's arguments.
@Suite struct AgentArgumentsTests {
    @Test func theLimitIsTakenOutAndTheRestIsTheAgents() {
        for (words, limits) in [
            (["--display", ":1"], nil), (["--display", ":1", "--agent-memory", "64M"], AgentLimits(memoryBytes: 64 << 20)),
            (["--agent-memory=1g", "--display", ":1"], AgentLimits(memoryBytes: 1 << 30)),
            (["--display", ":1", "--agent-memory", "off"], AgentLimits(memoryBytes: nil)),
            (["--agent-memory", "8M", "--display", ":1", "--agent-memory", "16777216"], AgentLimits(memoryBytes: 16 << 20)),
        ] as [([String], AgentLimits?)] {
            let arguments = AgentArguments(words)
            #expect(arguments.agents == ["--display", ":1"] && arguments.limits == limits && arguments.problem == nil, "\(words)")
        }
    }

    @Test(arguments: ["lots", "", "0", "-1M", "1K", "64X", "9999999999999G", "M", "none"]) func whatIsNoLimitIsNamed(text: String) {
        let problem = AgentArguments(["--agent-memory", text]).problem
        #expect(problem?.hasPrefix("--agent-memory \(text): give a size, such as 64M") == true, "\(problem ?? "")")
        #expect(AgentArguments(["--agent-memory"]).problem != nil)
    }
}
