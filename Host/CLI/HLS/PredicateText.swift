import Control
import HLS

/// Reads predicates of the command line.
enum PredicateText {
    static func read(_ option: String, _ text: String) throws(CommandFailure) -> VariantPredicate {
        do throws(HLSError) { return try VariantPredicate(text) } catch {
            throw CommandFailure(.usage, "\(option) '\(PlainText.of(text.prefix(200)))': \(error.message)", cause: error)
        }
    }

    static func read(_ option: String, _ texts: [String]) throws(CommandFailure) -> [VariantPredicate] {
        var predicates: [VariantPredicate] = []
        for text in texts { predicates.append(try read(option, text)) }
        return predicates
    }
}
