import Delivery
import Glibc

/// Reads `--s3 HOST=env` and `--s3 HOST=FILE`, each with a region behind a comma where it has one; of a server at a port of its own `HOST:PORT`.
enum S3Text {
    private static let form = "give HOST=env or HOST=FILE, such as bucket.s3.eu-central-1.amazonaws.com=env,eu-central-1"

    /// - Throws: `CommandFailure` naming what is wrong, and the right form.
    static func credentials(_ words: [String]) throws(CommandFailure) -> [String: S3Credentials] {
        var found: [String: S3Credentials] = [:]
        for word in words {
            let pair = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard pair.count == 2, !pair[0].isEmpty, !pair[0].contains("/"), !pair[1].isEmpty else { throw OptionText.wrong("--s3", word, form) }
            let parts = pair[1].split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let region = parts.count == 2 ? parts[1] : S3Credentials.usualRegion
            guard !region.isEmpty, region.allSatisfy({ $0.isASCII && ($0 == "-" || $0.isLetter || $0.isNumber) }) else {
                throw OptionText.wrong("--s3", word, "'\(region)' is no region: \(form)")
            }
            let made = S3Credentials(parts[0] == "env" ? .environment : .file(AbsolutePath.of(plain: parts[0])), region: region)
            do throws(DeliveryError) { try made.check() } catch { throw CommandFailure(.usage, error.message) }
            guard found.updateValue(made, forKey: pair[0].lowercased()) == nil else {
                throw OptionText.wrong("--s3", word, "\(pair[0]) is named twice: each host has one key")
            }
        }
        return found
    }
}
