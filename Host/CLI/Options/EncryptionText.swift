import Delivery
import Glibc

/// Reads `--encrypt aes-128,rotate=30,key-folder=FOLDER,key-uri=URL`.
enum EncryptionText {
    private static let option = "--encrypt"
    private static let form = "give aes-128, with rotate=SEGMENTS, key-folder=FOLDER and key-uri=URL behind it where wanted"
    private static let rotations = 1...100_000

    /// - Throws: `CommandFailure` naming what is wrong, and the right form.
    static func encryption(_ text: String) throws(CommandFailure) -> LadderEncryption {
        var words = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard words.removeFirst() == "aes-128" else { throw OptionText.wrong(option, text, form) }
        var encryption = LadderEncryption()
        var given: Set<String> = []
        for word in words {
            let pair = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard pair.count == 2, !pair[1].isEmpty else { throw OptionText.wrong(option, text, form) }
            guard given.insert(pair[0]).inserted else { throw OptionText.wrong(option, text, "\(pair[0]) is given twice: give it once") }
            switch pair[0] {
            case "rotate": encryption.rotation = try OptionText.number("\(option) rotate=", pair[1], rotations, 30)
            case "key-uri":
                // As it stands between quotes in a playlist.
                guard pair[1].utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\"") }) else {
                    throw OptionText.wrong(
                        option, text, "key-uri has characters that no address has: give one such as https://keys.example.com/talk/")
                }
                guard isReachable(pair[1]) else {
                    throw OptionText.wrong(
                        option, text,
                        "players get keys by http or https: give key-uri as in https://keys.example.com/talk/, or where it is from the playlist, "
                            + "as in ../keys/")
                }
                encryption.keyURI = pair[1]
            case "key-folder":
                let folder = AbsolutePath.of(plain: pair[1])
                var facts = stat()
                guard stat(folder, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR else {
                    throw OptionText.wrong(option, text, "\(folder) is no folder: make it, or name another")
                }
                encryption.keyFolder = folder
            default: throw OptionText.wrong(option, text, form)
            }
        }
        guard encryption.keyFolder == nil || encryption.keyURI != nil else {
            throw OptionText.wrong(option, text, "players do not find keys in a folder of their own: add key-uri=URL")
        }
        return encryption
    }

    /// By the web, or from where the playlist is.
    private static func isReachable(_ uri: String) -> Bool {
        let head = uri.prefix { !"/?#".contains($0) }
        guard let colon = head.firstIndex(of: ":") else { return !uri.hasPrefix("//") }
        let rest = uri[uri.index(after: colon)...]
        guard ["http", "https"].contains(head[..<colon].lowercased()), rest.hasPrefix("//") else { return false }
        let authority = rest.dropFirst(2).prefix { !"/?#".contains($0) }
        // What players cannot have is no address of theirs, and a password in a playlist is no secret.
        return !authority.isEmpty && !authority.hasPrefix(":") && !authority.contains("@")
    }
}
