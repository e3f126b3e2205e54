/// `BACKEND [ARGS…]`: everything behind the backend's word is the agent's.
struct BackendArguments {
    /// `nil` when no word was given.
    let backend: String?
    let arguments: [String]

    /// Options that belong before the backend's word; no agent knows them.
    private static let ours = ["--group", "--timeout", "--to", "--source"]

    /// With `--url @FILE` replaced by the address in that file: the host runs in another directory, and reads another standard input.
    private static func withAddress(_ words: [String]) throws(CommandFailure) -> [String] {
        let name = "--url"
        var words = words
        for index in words.indices {
            if words[index].hasPrefix(name + "=@") {
                words[index] = name + "=" + (try TargetText.single(String(words[index].dropFirst(name.count + 1)), of: name))
            } else if words[index].hasPrefix("@"), index > 0, words[index - 1] == name {
                words[index] = try TargetText.single(words[index], of: name)
            }
        }
        return words
    }

    static func wantsHelp(_ words: [String]) -> Bool { words.contains("--help") || words.first == "-h" }

    /// - Parameter command: which command it is, for its right form.
    init(_ words: [String], of command: String) throws(CommandFailure) {
        let words = words.first == "--" ? Array(words.dropFirst()) : words
        backend = words.first
        arguments = backend == "media" ? try Self.withAddress(Array(words.dropFirst())) : Array(words.dropFirst())
        guard let backend else { return }
        guard !backend.hasPrefix("-") else {
            throw CommandFailure(
                .usage,
                "\(backend) is not an option of \(command); options of the agent stand behind the backend: splitcast \(command) x11 --display :1")
        }
        let misplaced = arguments.first { word in Self.ours.contains { word == $0 || word.hasPrefix($0 + "=") } }
        if let misplaced {
            let name = misplaced.prefix { $0 != "=" }
            throw CommandFailure(
                .usage,
                "\(name) stands behind \(backend), where all is the agent's: put it before, as in 'splitcast \(command) \(name) … \(backend)'"
            )
        }
    }
}
