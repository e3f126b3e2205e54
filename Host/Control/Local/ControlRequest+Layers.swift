import AppGroup
import Platform
import Session

/// Requests that are about sources and where they are shown.
extension ControlRequest {
    /// `nil` where none is named.
    static func source(_ fields: Fields) throws -> SourceName? {
        guard let text = try fields.source.read() else { return nil }
        guard let source = SourceName(text) else {
            throw ControlReply.Refusal(.badField, "\"\(PlainText.of(text.prefix(40)))\" is no source: \(SourceName.form)")
        }
        return source
    }

    static func namedSource(_ fields: Fields) throws -> SourceName {
        _ = try fields.needed(fields.source)
        return try source(fields) ?? .screen
    }

    static func layer(_ word: Word, _ fields: Fields) throws -> LayerRequest {
        let text = try fields.transition.read()
        guard let transition = text.map({ LayerTransition(word: $0) }) ?? .cut else {
            throw ControlReply.Refusal(.badField, "\"\(PlainText.of((text ?? "").prefix(40)))\" is no transition: \(LayerTransition.form)")
        }
        if word == .layout {
            let name = try fields.needed(fields.layout)
            guard let layout = Layout(word: name) else {
                throw ControlReply.Refusal(.badField, "\"\(PlainText.of(name.prefix(40)))\" is no layout: \(Layout.form)")
            }
            return .layout(layout, transition)
        }
        let (source, words) = (try namedSource(fields), try fields.needed(fields.set))
        do throws(SessionError) { return .set(try LayerChoice(source, words: words), transition) } catch {
            throw ControlReply.Refusal(.badField, PlainText.of(error.message))
        }
    }
}
