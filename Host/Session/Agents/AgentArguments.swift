import Supervision

/// What stands behind an agent's backend: all of it is the agent's but `--agent-memory SIZE`, which the host keeps to.
package struct AgentArguments {
    static let memoryOption = "--agent-memory"

    private(set) var agents: [String] = []
    /// The limit of this agent alone, of which the last one counts; `nil` where none was given.
    private(set) var limits: AgentLimits?
    /// What is wrong with the limit, in one line.
    package private(set) var problem: String?

    package init(_ arguments: [String]) {
        var rest = arguments[...]
        while let word = rest.popFirst() {
            if word == Self.memoryOption {
                read(rest.popFirst() ?? "")
            } else if word.hasPrefix(Self.memoryOption + "=") {
                read(String(word.dropFirst(Self.memoryOption.count + 1)))
            } else {
                agents.append(word)
            }
        }
    }

    private mutating func read(_ text: String) {
        let least = SessionConfiguration.leastAgentMemoryBytes
        if text == "off" {
            limits = AgentLimits(memoryBytes: nil)
        } else if let bytes = Self.bytes(text), bytes >= least {
            limits = AgentLimits(memoryBytes: bytes)
        } else {
            problem = "\(Self.memoryOption) \(text.prefix(40)): give a size, such as 64M, of \(least >> 20)M or more, or off for no limit"
        }
    }

    private static func bytes(_ text: String) -> Int? {
        let units = ["K": 10, "M": 20, "G": 30]
        let shift = text.last.flatMap { units[$0.uppercased()] }
        guard let number = Int(shift == nil ? text[...] : text.dropLast()), number > 0, number <= (1 << 40) >> (shift ?? 0) else { return nil }
        return number << (shift ?? 0)
    }
}
