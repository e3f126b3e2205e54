import ArgumentParser
import Glibc

struct HostConformanceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "host", abstract: "Play hostile and clumsy agents against a running host.",
        discussion: """
            Each attacker is a process of its own that attaches to the group, misbehaves in one way, and is judged: was it dropped \
            with the right reason, does the host still answer, does the broadcast go on? They attach as standby, so that the \
            picture stays what it is. With --disturb some replace the live agent, which is told to go, and some make the \
            desktop ask its user whether to share the screen: not while you have viewers.

            EXAMPLES:
              splitcast conformance host --group talk
              splitcast conformance host --group talk --only hello-truncated --seed 7
              splitcast conformance host --list

            EXIT CODES: 0 all kept, 1 something is broken, 2 a value is wrong, 4 no host, or nothing is live in the group.
            """)

    @OptionGroup var group: ExaminedGroup

    @Flag(help: "Print JSON when it is over: {\"passed\":…,\"findings\":[…]}.")
    var json = false

    @Flag(help: "Also the attacks that replace the live agent, or make the desktop ask its user.")
    var disturb = false

    @Option(help: ArgumentHelp("How often to attach and detach.", valueName: "N"))
    var cycles = 100

    @Option(help: ArgumentHelp("What the random parts begin with; printed, so that a run can be repeated.", valueName: "N"))
    var seed: UInt64?

    @Option(parsing: .upToNextOption, help: ArgumentHelp("Only these attacks, as --list names them.", valueName: "NAME"))
    var only: [String] = []

    @Flag(help: "List the attacks and end.")
    var list = false

    func run() throws {
        if list {
            for attack in Attack.all { print(attack.name + String(repeating: " ", count: max(1, 24 - attack.name.count)) + attack.title) }
            return
        }
        guard (1...1_000_000).contains(cycles) else { throw ConformanceError(.badValue, "--cycles \(cycles): give a number from 1 to 1000000") }
        if let wrong = only.first(where: { name in !Attack.all.contains { $0.name == name } }) {
            throw ConformanceError(.badValue, "--only \(wrong): there is no such attack; --list names them")
        }
        let seed = seed ?? UInt64.random(in: 1...999_999)
        let examination = HostExamination(group: try group.name(), seed: seed, cycles: cycles, isDisturbing: disturb, only: only)
        if !json { print("seed \(seed)") }
        try ConformanceText(json: json).run { report throws(ConformanceError) in try examination.run(report) }
    }
}
