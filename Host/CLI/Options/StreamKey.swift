import Glibc
import Platform

/// A stream key, or another secret, from where it is kept. No message repeats one.
struct StreamKey {
    static let ofService = StreamKey(option: "--key", noun: "stream key")
    static let ofOBSWebSocket = StreamKey(option: "--obs-password", noun: "password")

    private let option: String
    private let noun: String

    private static let mostBytes = 4096
    /// The keyring may ask for its password.
    private static let patience = Duration.seconds(60)

    /// - Parameter text: `@FILE`, `keyring:NAME`, `credential:NAME`, or the secret itself.
    @available(*, noasync)
    func read(_ text: String) throws(CommandFailure) -> String {
        if text.hasPrefix("@") { return try inFile(String(text.dropFirst()), "\(option) \(text)") }
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        switch (parts[0], parts.count) {
        case ("keyring", 2): return try inKeyring(parts[1])
        case ("credential", 2): return try credential(parts[1])
        default: return try checked(text, option)
        }
    }

    private static func isName(_ text: String) -> Bool {
        guard let first = text.first, first.isLetter || first.isNumber else { return false }
        return text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.@".contains($0)) }
    }

    private func inFile(_ path: String, _ what: String) throws(CommandFailure) -> String {
        guard let file = fopen(path, "re") else {
            throw CommandFailure(.usage, "\(what): cannot be read (\(String(cString: strerror(errno)))): give a file that holds the \(noun) alone")
        }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: Self.mostBytes)
        let count = fread(&bytes, 1, bytes.count, file)
        guard count < bytes.count, ferror(file) == 0 else {
            throw CommandFailure(.usage, "\(what): is no \(noun): give a file that holds the \(noun) alone")
        }
        return try checked(String(decoding: bytes[..<count], as: UTF8.self), what)
    }

    /// systemd.exec(5), "Credentials".
    private func credential(_ name: String) throws(CommandFailure) -> String {
        guard Self.isName(name) else { throw CommandFailure(.usage, "\(option) credential:\(name): give a name as behind LoadCredential=") }
        guard let folder = getenv("CREDENTIALS_DIRECTORY") else {
            throw CommandFailure(
                .usage, "\(option) credential:\(name): there are none: systemd gives them to its services (LoadCredential=\(name):FILE)")
        }
        return try inFile("\(String(cString: folder))/\(name)", "\(option) credential:\(name)")
    }

    /// By libsecret's own program: it knows how each keyring wants to be asked.
    @available(*, noasync)
    private func inKeyring(_ name: String) throws(CommandFailure) -> String {
        let store = "secret-tool store --label 'Splitcast: \(name)' splitcast \(name)"
        guard Self.isName(name) else { throw CommandFailure(.usage, "\(option) keyring:\(name): give a name as behind 'splitcast' in: \(store)") }
        let output: ProgramOutput
        do throws(SystemError) {
            let launch = Launch(program: "/usr/bin/env", arguments: ["secret-tool", "lookup", "splitcast", name])
            output = try ProgramOutput(of: launch, within: Self.patience, mostBytes: Self.mostBytes)
        } catch { throw CommandFailure(.failed, "\(option) keyring:\(name): the keyring does not answer (\(error.reason))", cause: error) }
        switch output.end {
        case .exited(0): return try checked(String(decoding: output.bytes, as: UTF8.self), "\(option) keyring:\(name)")
        case .exited(127):
            throw CommandFailure(.usage, "\(option) keyring:\(name): there is no secret-tool: install libsecret-tools, or give \(option) @FILE")
        default:
            let said = String(decoding: output.bytes, as: UTF8.self).split(whereSeparator: \.isNewline).last.map { " (\($0))" } ?? ""
            throw CommandFailure(.usage, "\(option) keyring:\(name): the keyring has none of that name\(said): \(store)")
        }
    }

    private func checked(_ text: String, _ what: String) throws(CommandFailure) -> String {
        let key = String(text.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
        guard !key.isEmpty else { throw CommandFailure(.usage, "\(what): holds no \(noun)") }
        guard key.allSatisfy({ $0.isASCII && !$0.isWhitespace && $0 != "\0" }) else {
            throw CommandFailure(.usage, "\(what): is no \(noun): one word of ASCII characters")
        }
        return key
    }
}
