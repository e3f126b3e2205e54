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
        if word == .zoom { return try zoom(fields) }
        let transition = try transition(fields)
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

    static func camera(_ fields: Fields) throws -> CameraRequest {
        let (source, words) = (try namedSource(fields), try fields.needed(fields.set))
        guard (1...CameraRequest.mostWords).contains(words.count) else {
            throw ControlReply.Refusal(.badField, "\"set\" of \"camera\" has 1 to \(CameraRequest.mostWords) settings, such as \"zoom=2.0\"")
        }
        return CameraRequest(source, words: words)
    }

    static func transition(_ fields: Fields) throws -> LayerTransition {
        let text = try fields.transition.read()
        guard let transition = text.map({ LayerTransition(word: $0) }) ?? .cut else {
            throw ControlReply.Refusal(.badField, "\"\(PlainText.of((text ?? "").prefix(40)))\" is no transition: \(LayerTransition.form)")
        }
        return transition
    }

    /// Without a backend it waits for an agent that others start.
    static func addedSource(_ fields: Fields) throws -> SourceRequest {
        let (source, backend) = (try namedSource(fields), try fields.backend.read())
        let arguments = try fields.arguments.read() ?? []
        if let backend {
            if let problem = AgentRequest.swap(backend: backend, arguments: arguments).problem { throw ControlReply.Refusal(.badField, problem) }
        } else if !arguments.isEmpty {
            throw ControlReply.Refusal(.missingField, "arguments need the \"backend\" that they are for, such as \(fields.backend.form)")
        }
        let choice = SourceChoice(source, backend.map { .agent(backend: $0, arguments: arguments) } ?? .none)
        if let problem = choice.problem { throw ControlReply.Refusal(.badField, problem) }
        guard let words = try fields.set.read() else { return .add(choice, nil) }
        do throws(SessionError) { return .add(choice, try LayerChoice(source, words: words)) } catch {
            throw ControlReply.Refusal(.badField, PlainText.of(error.message))
        }
    }

    private static func zoom(_ fields: Fields) throws -> LayerRequest {
        let (factor, word) = (try fields.needed(fields.factor), try fields.follow.read())
        guard Zoom.factors.contains(factor) else { throw ControlReply.Refusal(.badField, Zoom.form) }
        guard let word else { return .zoom(try source(fields) ?? .screen, factor: factor, follow: nil) }
        guard let follow = Zoom.Follow(rawValue: word) else {
            let words = Zoom.Follow.allCases.map(\.rawValue).joined(separator: ", ")
            throw ControlReply.Refusal(.badField, "\"follow\" is one of \(words), not \"\(PlainText.of(word.prefix(32)))\"")
        }
        return .zoom(try source(fields) ?? .screen, factor: factor, follow: follow)
    }
}
