/// What an attacker said of its trials.
struct Testimony {
    struct Trial: Hashable {
        let generation: UInt32
        let label: String
        let fate: Fate
    }

    private(set) var trials: [Trial] = []
    private(set) var failures: [String] = []
    private(set) var notes: [String] = []
    private(set) var skipped: String?
    private(set) var isDone = false

    /// Reads what the process has said since.
    mutating func read(_ process: WatchedProcess) { for line in process.nextLines() { if let line = AttackerMessage(line) { add(line) } } }

    mutating func add(_ line: AttackerMessage) {
        switch line {
        case .trial(let generation, let label, let fate): trials.append(Trial(generation: generation, label: label, fate: fate))
        case .wrong(let what): failures.append(what)
        case .note(let what): notes.append(what)
        case .skip(let why): skipped = why
        case .done: isDone = true
        }
    }
}
