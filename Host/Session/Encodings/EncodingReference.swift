import Delivery

/// A target's address with the encoding that it gets: `ADDRESS@NAME`. An `@` that belongs to the address's end is written twice.
struct EncodingReference: Hashable, Sendable {
    /// As `TargetURL` takes it.
    let address: String
    let encoding: String

    /// - Throws: `.badSetting` for an encoding that there is not.
    init(parsing text: String, _ configuration: SessionConfiguration) throws(DeliveryError) {
        guard let mark = text.lastIndex(of: "@"), mark != text.startIndex, EncodingChoice.isName(text[text.index(after: mark)...]),
            !Self.isHost(text, after: mark)
        else {
            (address, encoding) = (text, EncodingChoice.main)
            return
        }
        let (before, name) = (text[..<mark], String(text[text.index(after: mark)...]))
        if before.last == "@" {
            (address, encoding) = (before + name, EncodingChoice.main)
            return
        }
        guard configuration.encoding(named: name) != nil else {
            let known = configuration.encodingNames.joined(separator: ", ")
            throw DeliveryError(
                .badSetting, "there is no encoding '\(name)'; there are: \(known). Add --encoding \(name):…, or write @@ where the address itself has an @")
        }
        (address, encoding) = (String(before), name)
    }

    /// `scheme://user@host`: what follows the mark is a host.
    private static func isHost(_ text: String, after mark: String.Index) -> Bool {
        guard let scheme = text.firstRange(of: "://") else { return false }
        let authority = text[scheme.upperBound...]
        return mark >= authority.startIndex && !authority[..<mark].contains(where: { "/?:".contains($0) })
    }
}
