/// Puts what the other side said into a message of ours.
///
/// Words that repeat a secret are left out whole: asterisks in the place of a key that is an ordinary word would show which one it is.
package struct Quotation: Sendable {
    private let secrets: [String]

    package init(hiding secrets: [String]) { self.secrets = secrets.filter { !$0.isEmpty } }

    /// On one line and not too long.
    package func of(_ said: String) -> String {
        let plain = String.UnicodeScalarView(said.unicodeScalars.filter { $0.value >= 32 && !(127..<160).contains($0.value) })
        guard !secrets.contains(where: { String(plain).contains($0) }) else { return "left out, since a secret of this address is in it" }
        return String(String.UnicodeScalarView(plain.prefix(200)))
    }

    /// The parts that are not empty, in brackets; empty when all are.
    package func inBrackets(_ said: String...) -> String {
        let quote = said.map(of).filter { !$0.isEmpty }.joined(separator: ": ")
        return quote.isEmpty ? "" : " (\(quote))"
    }
}
