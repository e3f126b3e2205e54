import ArgumentParser

/// One attacker: what `conformance host` starts, so that a host that kills its agent kills nothing else.
struct AttackerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "attacker", abstract: "One attacker of 'conformance host'.", shouldDisplay: false)

    @OptionGroup var group: ExaminedGroup
    @Option var seed: UInt64 = 1
    @Option var cycles = 100
    @Argument var name: String

    func run() throws {
        let name = try group.name()
        guard let attack = Attack.named(self.name) else { throw ConformanceError(.badValue, "no attack '\(self.name)'") }
        try Attacker(group: name, seed: seed, cycles: cycles).run(attack)
    }
}
