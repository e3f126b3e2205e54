import ArgumentParser

struct AudioDuckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "duck", abstract: "Let music and desktop step back while someone speaks.")

    @Argument(help: ArgumentHelp("on (12dB), off, or by how much: 1dB to 40dB.", valueName: "DEPTH"))
    var depth: String

    @OptionGroup var group: GroupOption

    func run() throws {
        let status = try AudioRequestRun(group).steer(.duck(decibels: try OptionText.ducking("duck", depth)))
        print("ducking: \(status.ducking.map { Figure.fixed($0, 0) + " dB" } ?? "off")")
    }
}
