import AppGroup
import ArgumentParser
import Control

struct StopCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stop", abstract: "End the host of a group cleanly; returns when it is gone.",
        discussion: "Says what the broadcast had sent to each target and written to each file when it was told to end.")

    @OptionGroup var group: GroupOption

    func run() throws {
        let name = try group.name()
        do {
            let client = try ControlClient(name)
            let ending = HostEnding(of: client.directory)
            let status = try? client.status()  // of a host that cannot tell any more, the end is what matters
            try client.stop()
            try ending?.wait { Console.standard.write("waiting for the host (pid \(ending?.pid ?? 0)) to close its targets…") }
            if let status { print(ClosingSummary.lines(asOf: status).joined(separator: "\n")) }
        } catch let error as GroupError { throw CommandFailure(error) } catch let error as ControlError { throw CommandFailure(error) }
    }
}
