/// What an attacker tells its judge: one line on standard output, fields parted by tabs.
enum AttackerMessage: Hashable, Sendable {
    /// One connection has come to its end. `generation` is 0 without a welcome.
    case trial(generation: UInt32, label: String, Fate)
    /// The host broke a promise.
    case wrong(String)
    /// To be shown beside an `ok`.
    case note(String)
    /// Nothing could be tried.
    case skip(String)
    /// The last line.
    case done

    var text: String {
        func clean(_ text: String) -> String { String(text.map { $0 == "\t" || $0 == "\n" ? " " : $0 }) }
        switch self {
        case .trial(let generation, let label, let fate): return "trial\t\(generation)\t\(clean(label))\t\(fate.words.0)\t\(clean(fate.words.1))"
        case .wrong(let what): return "wrong\t\(clean(what))"
        case .note(let what): return "note\t\(clean(what))"
        case .skip(let why): return "skip\t\(clean(why))"
        case .done: return "done"
        }
    }

    init?(_ text: Substring) {
        let fields = text.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        switch (fields[0], fields.count) {
        case ("trial", 5):
            guard let generation = UInt32(fields[1]), let fate = Fate(word: fields[3], rest: fields[4]) else { return nil }
            self = .trial(generation: generation, label: fields[2], fate)
        case ("wrong", 2): self = .wrong(fields[1])
        case ("note", 2): self = .note(fields[1])
        case ("skip", 2): self = .skip(fields[1])
        case ("done", 1): self = .done
        default: return nil
        }
    }
}
