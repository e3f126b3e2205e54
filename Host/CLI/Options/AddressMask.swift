import Delivery
import Session

/// Hides what may be a stream key wherever a message could repeat what the user typed.
enum AddressMask {
    /// `text` with everything after the host of each `scheme://…` replaced, user names and passwords too.
    static func masking(_ text: String) -> String {
        var result = ""
        var rest = text[...]
        while let mark = rest.firstRange(of: "://") {
            result += rest[..<mark.upperBound]
            rest = rest[mark.upperBound...]
            let end = rest.firstIndex { $0.isWhitespace || "'\"".contains($0) } ?? rest.endIndex
            var authority = rest[..<end]
            rest = rest[end...]
            if let at = authority.lastIndex(of: "@") {
                result += "***@"
                authority = authority[authority.index(after: at)...]
            }
            let host = authority.prefix { !"/?#".contains($0) }
            result += host + (host.endIndex == authority.endIndex ? "" : "/***")
        }
        return result + rest
    }

    /// The address of a target as it was given, with its encoding; of one that was mistyped no more than is known to be harmless.
    static func masking(target text: String) -> String {
        guard !text.contains("://") else { return masking(text) }
        let address = EncodingReference(text).address
        do throws(DeliveryError) { _ = try TargetURL(parsing: address) } catch {
            if error.code == .badURL { return MistypedAddress.shown(address) ?? "***" }
        }
        return text
    }
}
