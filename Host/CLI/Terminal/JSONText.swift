import Control
import FoundationEssentials

/// JSON for standard output: fields sorted, slashes as they are, and nothing that would tell a terminal to do something.
enum JSONText {
    static func of(_ value: some Encodable, isPretty: Bool) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = isPretty ? [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted] : [.sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        let data = try? encoder.encode(value)  // text, numbers and lists of them always encode
        return data.map { PlainText.ofJSON(String(decoding: $0, as: UTF8.self)) } ?? "{}"
    }
}
