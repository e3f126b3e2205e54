import ArgumentParser
import Session

struct ReconnectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reconnect", abstract: "Give a target a new connection now; also one that has failed.")

    @Argument(help: ArgumentHelp("The target's number (default: every target that is no recording).", valueName: "ID"))
    var id: Int?

    @OptionGroup var group: GroupOption

    func run() throws {
        let targets = try TargetRequestRun(group).steer(.reconnect(id: id))
        print(Self.text(id, targets))
    }

    /// Recordings have nothing to connect to, and what is paused waits to be resumed.
    static func text(_ id: Int?, _ targets: [SessionStatus.Target]) -> String {
        if let id { return "target \(id) connects anew" }
        let meant = targets.filter { !$0.isPage && $0.state != "paused" && !$0.isRecording }.map { "\($0.id)" }
        guard !meant.isEmpty else { return "nothing to connect: no target but recordings, or what is paused" }
        return meant.count == 1 ? "target \(meant[0]) connects anew" : "targets \(meant.joined(separator: ", ")) connect anew"
    }
}
