import ArgumentParser

struct AudioMonitorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "monitor", abstract: "Hear yourself: the first microphone on headphones, as it goes out.",
        discussion: "On speakers the microphone would hear itself: those are refused unless echo cancellation is on.")

    @Argument(help: ArgumentHelp("on or off.", valueName: "WORD"))
    var word: String

    @Option(help: ArgumentHelp("Where to play it, by name or a part of it (default: the default sink).", valueName: "NAME"))
    var sink: String?

    @OptionGroup var group: GroupOption

    func run() throws {
        let isOn = try OptionText.word("monitor", word, [("on", true), ("off", false)])
        guard isOn || sink == nil else { throw CommandFailure(.usage, "--sink goes with 'monitor on'") }
        let request = try AudioRequestRun(group)
        guard isOn else {
            try request.steer(.monitorOff)
            return print("monitor: off")
        }
        let begun = try request.steer(.monitor(sink: sink))
        let number = begun.monitor.number
        let status = try request.wait(for: "looking for the sink", from: begun) { $0.monitor.number == number && $0.monitor.state == "opening" }
        guard status.monitor.number == number else { throw CommandFailure(.failed, "the monitor was switched by someone else meanwhile") }
        guard status.monitor.state != "failed" else { throw CommandFailure(.failed, status.monitor.lastError) }
        print("monitor: on, \(status.monitor.sink)")
    }
}
