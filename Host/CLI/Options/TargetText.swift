import Glibc

/// The addresses behind `--to`, with `@FILE` replaced by the lines of that file, and `@-` by those of standard input.
enum TargetText {
    /// - Parameter option: behind which they stand, for messages; `nil` for an argument.
    static func expand(_ words: [String], of option: String? = nil) throws(CommandFailure) -> [String] {
        var addresses: [String] = []
        for word in words {
            if word.hasPrefix("@") { addresses += try lines(of: String(word.dropFirst()), option) } else { addresses.append(word) }
        }
        return addresses
    }

    /// One address of any kind, or the one in its `@FILE`.
    static func single(_ word: String, of option: String? = nil) throws(CommandFailure) -> String {
        guard word.hasPrefix("@") else { return word }
        let addresses = try expand([word], of: option)
        guard let text = addresses.first, addresses.count == 1 else {
            throw CommandFailure(.usage, "\(option.map { "\($0) " } ?? "")\(word) holds \(addresses.count) addresses: give one")
        }
        return text
    }

    /// Empty lines and lines that start with `#` say nothing.
    private static func lines(of path: String, _ option: String?) throws(CommandFailure) -> [String] {
        let name = (option.map { "\($0) " } ?? "") + "@\(path)"
        guard let file = path == "-" ? fdopen(dup(0), "r") : fopen(path, "re") else {
            let reason = String(cString: strerror(errno))
            throw CommandFailure(.usage, "\(name): cannot be read (\(reason)): give a file with an address on each line")
        }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 64 * 1024)
        let count = fread(&bytes, 1, bytes.count, file)
        guard count < bytes.count, feof(file) != 0 else {
            throw CommandFailure(.usage, "\(name): is not a list of addresses; give a text file under 64 KiB with an address on each line")
        }
        let found = String(decoding: bytes[..<count], as: UTF8.self).split(whereSeparator: \.isNewline).map { line in
            String(line.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
        }.filter { !$0.isEmpty && !$0.hasPrefix("#") }
        guard !found.isEmpty else { throw CommandFailure(.usage, "\(name): holds no address") }
        return found
    }
}
