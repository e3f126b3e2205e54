import ArgumentParser
import Glibc
import Platform
import Session

struct AudioShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show sources, levels, gains and mutes; in a terminal live, ten times a second.",
        discussion: """
            LEVEL   filled: RMS of the last tenth of a second; the mark: its peak; from
                    -60 to 0 dBFS, after gain and before mute
            STATE   opening, live, absent (no such device), lost (it comes back by
                    itself), closed (muted and not always on)
            A source is active when it can be heard: live, not muted, above -60 dBFS.
            Levels are shown of those, and of muted ones that are open.
            """)

    @OptionGroup var group: GroupOption

    @Flag(help: "Print JSON; with --follow one object on each line, ten a second.")
    var json = false

    @Flag(help: "Levels of all sources, also of those that are not active.")
    var all = false

    @Flag(help: "Go on until the host ends; what a terminal gets anyway, without --json.")
    var follow = false

    @Flag(help: "Once, in a terminal too.")
    var once = false

    func run() throws {
        guard !(once && follow) else { throw CommandFailure(.usage, "--once and --follow exclude each other") }
        let request = try AudioRequestRun(group)
        let isTerminal = isatty(1) != 0
        guard show(try request.status(), isTerminal), follow || (isTerminal && !json && !once) else { return }
        let signals = try ProcessSignals()
        while true {
            var entry = pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0)
            if pollUntil(.now() + .milliseconds(100), &entry, 1) > 0 { return }
            guard let status = try request.nextStatus() else { return Console.standard.write("the host has ended") }
            guard show(status, isTerminal) else { return }
        }
    }

    /// False when no one reads any more.
    private func show(_ status: AudioStatus, _ isTerminal: Bool) -> Bool {
        if json {
            var status = status
            if all { status.levels = Dictionary(status.sources.map { ($0.id, $0.level) }, uniquingKeysWith: { first, _ in first }) }
            print(JSONText.of(status, isPretty: !follow))
        } else {
            let isLive = isTerminal && !once
            print((isLive ? "\u{1B}[H\u{1B}[2J" : "") + AudioTable.text(status, showsAll: all), terminator: "")
        }
        return fflush(nil) == 0
    }
}
