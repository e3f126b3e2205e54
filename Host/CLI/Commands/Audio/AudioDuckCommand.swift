import ArgumentParser

struct AudioDuckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "duck", abstract: "Let music and desktop step back while someone speaks.")

    /// What `on` means.
    static let usualDecibels = 12.0

    @Argument(help: ArgumentHelp("on (12dB), off, or by how much: 1dB to 40dB.", valueName: "DEPTH"))
    var depth: String

    @OptionGroup var group: GroupOption

    func run() throws {
        let status = try AudioRequestRun(group).steer(.duck(decibels: try Self.read("duck", depth)))
        print("ducking: \(status.ducking.map { Figure.fixed($0, 0) + " dB" } ?? "off")")
    }

    /// `nil` for off.
    static func read(_ option: String, _ text: String) throws(CommandFailure) -> Double? {
        switch text {
        case "on": return usualDecibels
        case "off": return nil
        default:
            let digits = text.lowercased().hasSuffix("db") ? String(text.dropLast(2)) : text
            guard let decibels = Double(digits), (1...40).contains(decibels) else {
                throw OptionText.wrong(option, text, "give on, off, or 1dB to 40dB")
            }
            return decibels
        }
    }
}
