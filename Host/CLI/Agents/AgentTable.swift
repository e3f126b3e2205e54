import Control
import Session

/// What `splitcast agents` prints.
enum AgentTable {
    static func text(_ list: AgentList, group: String) -> String {
        var lines = attached(list.agents, group: group)
        if !list.departed.isEmpty { lines += [""] + departed(list.departed) }
        // What a sandbox cannot promise is said where its name stands.
        if list.agents.contains(where: { $0.backend == "x11" }) {
            lines += ["", "Not contained: a client of an X server can read keys and inject input, whatever its sandbox says."]
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func attached(_ agents: [SessionStatus.Agent], group: String) -> [String] {
        guard !agents.isEmpty else {
            let option = group == "default" ? "" : " --group \(group)"
            return ["no agent is attached: start one with 'splitcast request-agent\(option) BACKEND': x11, pipewire, wlr, …"]
        }
        var table = TextTable(heading: [
            ("AGENT", .right), ("STATE", .left), ("BACKEND", .left), ("SCREEN", .left), ("SIZE", .left), ("SINCE", .right), ("MEMORY", .left),
            ("FRAMES", .right), ("DROPPED", .right), ("SANDBOX", .left), ("PID", .right),
        ])
        table.rows = agents.map { agent in
            [
                "\(agent.id)", agent.stateWord, agent.backend, agent.screenText, agent.size, Figure.clock(agent.attachedForSeconds), agent.memoryText,
                "\(agent.frames)", "\(agent.dropped)", agent.sandboxText, "\(agent.pid)",
            ]
        }
        return table.lines()
    }

    /// The latest first.
    private static func departed(_ agents: [SessionStatus.DepartedAgent]) -> [String] {
        var table = TextTable(heading: [
            ("DEPARTED", .right), ("BACKEND", .left), ("AGO", .right), ("ATTACHED", .right), ("FRAMES", .right), ("PID", .right), ("REASON", .left),
        ])
        table.rows = agents.reversed().map { agent in
            [
                "\(agent.id)", agent.backend, Figure.clock(agent.secondsAgo), Figure.clock(agent.attachedForSeconds), "\(agent.frames)",
                "\(agent.pid)",
                agent.message.isEmpty ? agent.endReason : "\(agent.endReason): \(agent.message)",
            ]
        }
        return table.lines()
    }
}
