import Control
import Supervision

/// The agents that manifests name, for people and programs.
struct InstalledAgentList: Encodable {
    struct Entry: Encodable {
        var name: String?
        var exec: String?
        var capabilities: [String]
        var protocolVersion: Int?
        /// The manifest.
        var file: String
        var problem: String?
    }

    var installed: [Entry]

    init(_ environment: [String: String]) {
        installed = InstalledAgent.all(in: InstalledAgent.folders(environment)).map { agent in
            Entry(
                name: agent.manifest?.name, exec: agent.program ?? agent.manifest?.exec, capabilities: agent.manifest?.capabilities ?? [],
                protocolVersion: agent.manifest?.protocolVersion, file: agent.file, problem: agent.problem)
        }
    }

    func text(_ environment: [String: String]) -> String {
        guard !installed.isEmpty else {
            return "no agent has a manifest in \(InstalledAgent.folders(environment).joined(separator: ", ")): 'make install' puts ours there"
        }
        var table = TextTable(heading: [("NAME", .left), ("CAPTURES", .left), ("PROGRAM", .left)])
        for entry in installed where entry.problem == nil {
            table.rows.append([entry.name ?? "", PlainText.of(entry.capabilities.joined(separator: ", ")), PlainText.of(entry.exec ?? "")])
        }
        let broken = installed.compactMap { entry in entry.problem.map { "\(PlainText.of(entry.file)): \(PlainText.of($0))" } }
        return ((table.rows.isEmpty ? [] : table.lines()) + broken).joined(separator: "\n")
    }
}
