public import Delivery

/// A target's address with the encoding that it gets: `ADDRESS@NAME`. An `@` that belongs to the address's end is written twice.
public struct EncodingReference: Hashable, Sendable {
    /// As `TargetURL` takes it.
    public let address: String
    /// `EncodingChoice.main` where none is named.
    public let encoding: String

    /// Takes the two apart, without knowing which encodings there are.
    public init(_ text: String) {
        guard let mark = text.lastIndex(of: "@"), mark != text.startIndex, EncodingChoice.isName(text[text.index(after: mark)...]),
            !Self.isHost(text, after: mark)
        else {
            (address, encoding) = (text, EncodingChoice.main)
            return
        }
        let (before, name) = (text[..<mark], String(text[text.index(after: mark)...]))
        (address, encoding) = before.last == "@" ? (before + name, EncodingChoice.main) : (String(before), name)
    }

    /// - Throws: `.badSetting` for an encoding that there is not.
    public init(parsing text: String, _ configuration: SessionConfiguration) throws(DeliveryError) {
        self.init(text)
        guard configuration.encoding(named: encoding) == nil else { return }
        // What stands behind the mark may be the end of a key; that of a file is none.
        let isFile = !text.contains("://")
        let unknown = isFile ? "'\(encoding)'" : "of the name behind the last @\(Self.place(address))"
        throw DeliveryError(
            .badSetting,
            "there is no encoding \(unknown); there are: \(configuration.encodingNames.joined(separator: ", ")). Others have to be described "
                + "at the start; write @@ where the address itself has an @")
    }

    /// Which address is meant, without its key.
    private static func place(_ address: String) -> String {
        do throws(DeliveryError) { return " of \(try TargetURL(parsing: address).masked)" } catch { return "" }
    }

    /// `scheme://user@host`: what follows the mark is a host.
    private static func isHost(_ text: String, after mark: String.Index) -> Bool {
        guard let scheme = text.firstRange(of: "://") else { return false }
        let authority = text[scheme.upperBound...]
        return mark >= authority.startIndex && !authority[..<mark].contains { "/?:".contains($0) }
    }
}
