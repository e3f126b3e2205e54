import AppGroup
import ArgumentParser
import Control

struct StopCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stop", abstract: "End the host of a group cleanly; returns when it is gone.")

    @OptionGroup var group: GroupOption

    func run() throws {
        let name = try group.name()
        do {
            let client = try ControlClient(name)
            let ending = HostEnding(of: client.directory)
            try client.stop()
            try ending?.wait { Console.standard.write("waiting for the host (pid \(ending?.pid ?? 0)) to close its targets…") }
        } catch let error as GroupError { throw CommandFailure(error) } catch let error as ControlError { throw CommandFailure(error) }
    }
}
