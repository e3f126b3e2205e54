import Filters
import Session

extension ControlRequest {
    static func settings(_ fields: Fields) throws -> FilterSettings {
        let words = try settingWords(fields)
        do throws(FilterError) { return try FilterSettings(words) } catch {
            throw ControlReply.Refusal(.badField, PlainText.of(error.message))
        }
    }

    /// What is set of a filter that is there: the host knows the rest of it.
    static func settingWords(_ fields: Fields) throws -> [String] {
        let words = try fields.needed(fields.set)
        guard (1...FilterSettings.mostWords).contains(words.count) else {
            throw ControlReply.Refusal(.badField, "a filter has 1 to \(FilterSettings.mostWords) settings, such as \"smooth=0.6\"")
        }
        return words
    }
}
