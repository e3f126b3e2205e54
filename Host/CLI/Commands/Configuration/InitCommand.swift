import ArgumentParser
import Glibc
import Platform

struct InitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init", abstract: "Write a first configuration file, after some questions.",
        discussion: """
            Looks at this desktop as 'splitcast doctor' does and asks where the stream goes, which microphone is heard and whether it is \
            recorded. An empty answer takes what stands in brackets. The address with its stream key goes into key.txt beside the file; \
            both can be read by you alone.

            EXAMPLES:
              splitcast init
              splitcast init --yes                    no questions: the answers in brackets
              splitcast init --config talk.yaml --force
            """)

    @Option(help: ArgumentHelp("The file to write (default: ~/.config/splitcast/config.yaml).", valueName: "FILE"))
    var config: String?

    @Flag(help: "Ask nothing.")
    var yes = false

    @Flag(help: "Replace a file that exists.")
    var force = false

    func run() throws {
        let place = ConfigurationPlace(option: config, environment: ConfiguredCommandLine.environment)
        guard let path = place.path.map({ AbsolutePath.of(plain: $0) }) else {
            throw CommandFailure(.usage, "there is no home directory: give --config FILE")
        }
        if !force, access(path, F_OK) == 0 { throw CommandFailure(.usage, "\(path) exists: edit it, or give --force to replace it") }
        guard yes || isatty(0) != 0 else { throw CommandFailure(.usage, "standard input is no terminal: give --yes to ask nothing") }
        let report = Doctor().report()
        print(report.capture == nil ? report.verdict : report.verdict.replacing("'splitcast live' would use this: ", with: ""))
        var first = FirstConfiguration()
        let sources = Sources.list()
        if sources.microphones?.isEmpty ?? true { first.microphone = "none" }
        if !yes { try ask(&first, sources) }
        try first.write(to: path, replacing: force, capture: report.verdict)
        print("\(path) written: 'splitcast live' uses it, 'splitcast config show' shows it")
    }

    private func ask(_ first: inout FirstConfiguration, _ sources: Sources) throws(CommandFailure) {
        first.address = try Self.askForAddress()
        for microphone in sources.microphones ?? [] {
            print("  \(microphone.name)  \(microphone.description)\(microphone.isDefault ? " (default)" : "")")
        }
        first.microphone = try Self.ask("Which microphone? A name, default, or none", first.microphone)
        first.hasDesktopAudio = try Self.askWhether("Shall what the desktop plays be heard?")
        let folder = try Self.ask("Record each broadcast? A folder, or nothing", "")
        first.recordings = folder.isEmpty ? nil : AbsolutePath.of(plain: folder)
    }

    /// Again, until it is one.
    private static func askForAddress() throws(CommandFailure) -> String? {
        while true {
            let address = try ask("Where does the stream go? An address with its key, or nothing for the page on this machine", "")
            guard !address.isEmpty else { return nil }
            do throws(CommandFailure) { _ = try TargetText.one(address) } catch {
                print(error.message)
                continue
            }
            return address
        }
    }

    /// Again, until it is yes or no.
    private static func askWhether(_ question: String) throws(CommandFailure) -> Bool {
        while true {
            switch try ask(question + " yes or no", "no").lowercased() {
            case "yes", "y": return true
            case "no", "n": return false
            case let other: print("'\(other)' is neither yes nor no")
            }
        }
    }

    private static func ask(_ question: String, _ usual: String) throws(CommandFailure) -> String {
        print("\(question)\(usual.isEmpty ? "" : " [\(usual)]"): ", terminator: "")
        fflush(nil)
        guard let answer = readLine() else { throw CommandFailure(.interrupted, "no answer: nothing was written") }
        let plain = String(answer.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
        return plain.isEmpty ? usual : plain
    }
}
