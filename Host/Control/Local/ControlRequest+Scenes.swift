import Platform
import Session

/// Requests that are about scenes.
extension ControlRequest {
    static func scene(_ word: Word, _ fields: Fields) throws -> ControlRequest {
        let store = try store(fields)
        if word == .scenes { return .scenes(store) }
        let text = try fields.needed(fields.name)
        guard let name = SceneName(text) else {
            throw ControlReply.Refusal(.badField, "\"\(PlainText.of(text.prefix(40)))\" is no name of a scene: \(SceneName.form)")
        }
        switch word {
        case .saveScene: return .scene(.save(name, in: store))
        case .showScene: return .scene(.show(name, in: store, try transition(fields)))
        default: return .removeScene(name, from: store)
        }
    }

    /// The host's own, where none is named.
    private static func store(_ fields: Fields) throws -> SceneStore {
        guard let folder = try fields.folder.read() else {
            guard let usual = SceneStore.usual else {
                throw ControlReply.Refusal(.missingField, "this host has no home: give the \"folder\" of the scenes, such as \(fields.folder.form)")
            }
            return usual
        }
        guard folder.hasPrefix("/"), !folder.utf8.contains(0) else {
            throw ControlReply.Refusal(
                .badField, "\"folder\" of \"\(fields.folder.word.rawValue)\" is no absolute path, such as \(fields.folder.form)")
        }
        return SceneStore(folder)
    }
}
