/// The arguments of one part of the benchmark: its name, then options with a value each.
struct OptionValues {
    /// Which of the names it was.
    let scenario: String
    private var rest: [String]

    /// - Returns: `nil` when the arguments do not begin with one of `names`.
    init?(_ arguments: some Sequence<String>, of names: [String]) {
        rest = Array(arguments)
        guard let first = rest.first, names.contains(first) else { return nil }
        scenario = rest.removeFirst()
    }

    /// The next option with its value; `nil` at the end.
    mutating func next(among options: [String]) throws(Options.Problem) -> (name: String, text: String)? {
        guard !rest.isEmpty else { return nil }
        let name = rest.removeFirst()
        guard options.contains(name) else {
            throw Options.Problem(message: "no option '\(name)' for \(scenario): there are \(options.joined(separator: " "))")
        }
        guard !rest.isEmpty else { throw Options.Problem(message: "\(name) needs a value") }
        return (name, rest.removeFirst())
    }
}

extension Options.Problem {
    init(_ option: (name: String, text: String), takes form: String) {
        self.init(message: "\(option.name) takes \(form), not '\(option.text)'")
    }
}
