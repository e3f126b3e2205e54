import AppGroup
import ArgumentParser
import Control
import Events
import Glibc
import Platform

struct EventsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "events", abstract: "Show what has happened around a broadcast: targets, agents, picture, audio.",
        discussion: """
            A host keeps what happened in the last hour. Each line has the time, how much it matters, its code, and a description; below \
            trouble stands what to do about it. Codes are for programs and never change: Shared/EVENTS.md lists them.

            EXAMPLES:
              splitcast events --group talk
              splitcast events --since 5m --only target
              splitcast events --follow --json               (one object on each line)
            """)

    @Flag(help: "Go on with what happens, until the host ends.")
    var follow = false

    @Flag(help: "Print JSON, one object on each line.")
    var json = false

    @Option(
        help: ArgumentHelp(
            "Begin behind the event of this number, or this long ago: 41, 90s, 5m.", valueName: "NUMBER|TIME"))
    var since: String?

    @Option(help: ArgumentHelp("These alone whose code begins so: target, target.live, agent, …", valueName: "CODE"))
    var only: String?

    @OptionGroup var group: GroupOption

    func run() throws {
        let (start, name) = (try EventStart(since), try group.name())
        if let only, !EventCode.allCases.contains(where: { $0.rawValue.hasPrefix(only) }) {
            throw OptionText.wrong("--only", only, "give a code or its beginning, such as target or agent.lost")
        }
        do {
            let client = try ControlClient(name)
            var last = start.sequence
            var hasMore = true
            while hasMore {
                let page = try client.events(since: last)
                guard show(page.events, start) else { return }
                last = page.events.last?.sequence ?? page.newest
                hasMore = page.hasMore
            }
            guard follow else { return }
            let signals = try ProcessSignals()
            var following = try EventFollowing(client, after: last)
            while let events = try following.next(interruption: signals.descriptor) {
                guard !events.isEmpty, show(events, start) else { return }
            }
            Console.standard.write("the host has ended")
        } catch let error as GroupError { throw CommandFailure(error) } catch let error as ControlError { throw CommandFailure(error) }
    }

    /// False when no one reads any more.
    private func show(_ events: [SessionEvent], _ start: EventStart) -> Bool {
        for event in events where start.includes(event) && event.code.hasPrefix(only ?? "") {
            print(json ? JSONText.of(event, isPretty: false) : EventText.of(event))
        }
        return fflush(nil) == 0
    }
}
