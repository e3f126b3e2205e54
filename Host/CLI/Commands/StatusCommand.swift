import AppGroup
import ArgumentParser
import Control
import Glibc
import Platform
import Session

struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "status", abstract: "Show what is running in a group.")

    @Flag(help: "Print JSON; with --follow one object on each line.")
    var json = false

    @Flag(help: "Go on each second until the host ends.")
    var follow = false

    @OptionGroup var group: GroupOption

    func run() throws {
        let name = try group.name()
        do {
            let client = try ControlClient(name)
            guard show(try client.status()), follow else { return }
            let signals = try ProcessSignals()
            while true {
                var entry = pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0)
                if pollUntil(.now() + .seconds(1), &entry, 1) > 0 { return }
                guard let status = try next(from: client) else { return }
                guard show(status) else { return }
            }
        } catch let error as GroupError { throw CommandFailure(error) } catch let error as ControlError { throw CommandFailure(error) }
    }

    /// `nil` when the host has ended, which ends following as well.
    private func next(from client: ControlClient) throws(ControlError) -> SessionStatus? {
        do throws(ControlError) { return try client.status() } catch {
            // One that is ending closes its socket before it lets go of the group.
            guard error.code == .noHost || error.code == .notAnswering else { throw error }
            Console.standard.write("the host has ended")
            return nil
        }
    }

    /// False when no one reads any more.
    private func show(_ status: SessionStatus) -> Bool {
        if json {
            print(JSONText.of(status, isPretty: !follow))
        } else {
            // In a terminal each second's table replaces the one before.
            print((follow && isatty(1) != 0 ? "\u{1B}[H\u{1B}[2J" : "") + StatusTable.text(status))
        }
        return fflush(nil) == 0
    }
}
