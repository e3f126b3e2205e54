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

    /// Takes in what the process has said since.
    mutating func take(_ process: WatchedProcess) { for line in process.takeLines() { if let line = AttackerConnection(line) { take(line) } } }

    mutating func take(_ line: AttackerConnection) {
        switch line {
        case .trial(let generation, let label, let fate): trials.append(Trial(generation: generation, label: label, fate: fate))
        case .wrong(let what): failures.append(what)
        case .note(let what): notes.append(what)
        case .skip(let why): skipped = why
        case .done: isDone = true
        }
    }
}
