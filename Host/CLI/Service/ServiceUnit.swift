import AppGroup

/// The text of a systemd user unit of ours.
struct ServiceUnit: Hashable {
    /// What tells our files from others.
    static let mark = "# Made by 'splitcast service install'; 'splitcast service uninstall' removes it."
    static let watchdogSeconds = 30

    let name: String
    let text: String

    /// `splitcast-GROUP.service`.
    static func hostName(_ group: GroupName) -> String { "splitcast-\(group.text).service" }
    /// `splitcast-GROUP-agent-BACKEND.service`.
    static func agentName(_ group: GroupName, _ backend: String) -> String { "splitcast-\(group.text)-agent-\(backend).service" }

    /// The host of a group.
    ///
    /// - Parameters:
    ///   - program: the absolute path of `splitcast`.
    ///   - arguments: behind it.
    ///   - agents: backends whose units go with it.
    ///   - memory: of the host, and of the agents that it starts.
    static func host(
        _ group: GroupName, program: String, arguments: [String], agents: [String] = [], memory: String? = nil
    ) -> ServiceUnit {
        let command = ([program] + arguments).map(quoted).joined(separator: " ")
        let wanted = agents.map { "Wants=\(agentName(group, $0))\n" }.joined()
        let limit = memory.map { "MemoryMax=\($0)\n" } ?? ""
        return ServiceUnit(
            name: hostName(group),
            text: """
                \(mark)
                [Unit]
                Description=Splitcast, group \(group.text)
                Documentation=man:splitcast(1)
                After=graphical-session.target pipewire.service pulseaudio.service
                \(wanted)# There may be no one to start it again: it is tried for as long as it takes.
                StartLimitIntervalSec=0

                [Service]
                Type=notify
                NotifyAccess=main
                ExecStart=\(command)
                ExecReload=/bin/kill -HUP $MAINPID
                WatchdogSec=\(watchdogSeconds)
                Restart=on-failure
                RestartSec=5
                # What another start does not change: a mistake in the options, a group that is taken.
                RestartPreventExitStatus=2 4
                TimeoutStopSec=30
                KillMode=mixed
                \(limit)# Agents that the host starts get memory limits of their own, below this unit.
                Delegate=memory pids

                [Install]
                WantedBy=default.target

                """)
    }

    /// An agent that attaches to that host by itself.
    static func agent(_ group: GroupName, backend: String, program: String, arguments: [String], memory: String) -> ServiceUnit {
        let command = ([program, "--group", group.text] + arguments).map(quoted).joined(separator: " ")
        return ServiceUnit(
            name: agentName(group, backend),
            text: """
                \(mark)
                [Unit]
                Description=Splitcast agent \(backend), group \(group.text)
                After=\(hostName(group))
                BindsTo=\(hostName(group))
                StartLimitIntervalSec=0

                [Service]
                Type=exec
                ExecStart=\(command)
                Restart=always
                RestartSec=1
                MemoryMax=\(memory)
                MemorySwapMax=0
                NoNewPrivileges=yes
                TimeoutStopSec=10

                [Install]
                WantedBy=\(hostName(group))

                """)
    }

    /// As systemd.service(5) reads a word of a command line: `%` and `$` mean something there, and so do quotes, and backslashes within them.
    static func quoted(_ word: String) -> String {
        let escaped = word.unicodeScalars.map { scalar in
            switch scalar {
            case "\\": "\\\\"
            case "\"": "\\\""
            case "%": "%%"
            case "$": "$$"
            // A line break would begin another setting.
            case "\0"..<" ", "\u{7f}": (scalar.value < 16 ? "\\x0" : "\\x") + String(scalar.value, radix: 16)
            default: String(scalar)
            }
        }.joined()
        let isPlain = !word.isEmpty && word.allSatisfy { $0.isLetter || $0.isNumber || "-_./:=@,+".contains($0) }
        return isPlain ? escaped : "\"\(escaped)\""
    }
}
