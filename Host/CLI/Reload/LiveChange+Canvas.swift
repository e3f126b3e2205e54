import AppGroup
import Filters
import Session

/// What viewers see beside the screen, and in place of it.
extension LiveChange {
    static var source: LiveChange {
        LiveChange(["source"], keep: { $0.sources = $1.sources }) { facts throws(Problem) in
            let status = facts.session.status()
            let shown = status.sources.map(\.name)
            let (gone, new) = (missing(facts.old.sources, in: facts.new.sources), missing(facts.new.sources, in: facts.old.sources))
            // Filters end with their source. Those of one that is only another now go on.
            let kept = status.filters.filter { filter in new.contains { $0.name.text == filter.source } }
            for choice in gone where shown.contains(choice.name.text) {
                try ask { () throws(SessionError) in _ = try facts.session.steer(.remove(choice.name) as SourceRequest) }
            }
            for choice in new {
                let layer = facts.new.layers.last { $0.source == choice.name }
                try ask { () throws(SessionError) in _ = try facts.session.steer(.add(choice, layer) as SourceRequest) }
                for filter in kept where filter.source == choice.name.text {
                    guard let settings = try? FilterSettings(filter.settings) else { continue }  // they were read from such words
                    try ask { () throws(SessionError) in try facts.session.steer(.add(choice.name, settings) as FilterRequest) }
                }
            }
            return summary(added: new.map(\.name.text), removed: gone.map(\.name.text))
        }
    }

    static var layer: LiveChange {
        LiveChange(["layer"], keep: { $0.layers = $1.layers }) { facts throws(Problem) in
            let changed = missing(facts.new.layers, in: facts.old.layers)
            for choice in changed { try ask { () throws(SessionError) in try facts.session.steer(.set(choice, .cut) as LayerRequest) } }
            let silent = missing(facts.old.layers, in: facts.new.layers).map(\.source).filter { name in !changed.contains { $0.source == name } }
            let parts = [("moved", changed.map(\.source)), ("where it was stays", silent)].filter { !$0.1.isEmpty }
            return parts.map { "\($0.0): \($0.1.map(\.text).joined(separator: ", "))" }.joined(separator: "; ")
        }
    }

    static var scene: LiveChange {
        LiveChange(["scene"], keep: { _, _ in }) { facts throws(Problem) in
            guard let name = facts.plan.scene else { return "what is shown stays as it is" }
            var report: SceneReport?
            let store: SceneStore
            do throws(CommandFailure) { store = try SceneText.store() } catch { throw Problem(.refused, error.message, cause: error) }
            try ask { () throws(SessionError) in report = try facts.session.steer(.show(name, in: store, .cut)) }
            return (["shown"] + (report?.left ?? [])).joined(separator: "; ")
        }
    }

    static var overlays: LiveChange {
        LiveChange(["overlay", "overlay-text"], keep: { $0.overlays = $1.overlays }) { facts throws(Problem) in
            let (gone, new) = (missing(facts.old.overlays, in: facts.new.overlays), missing(facts.new.overlays, in: facts.old.overlays))
            var shown = facts.session.status().overlays
            for choice in gone {
                guard let index = shown.firstIndex(where: { $0.content == text(of: choice) }) else { continue }
                let id = shown.remove(at: index).id
                try ask { () throws(SessionError) in try facts.session.steer(.remove(id: id) as OverlayRequest) }
            }
            for choice in new { try ask { () throws(SessionError) in try facts.session.steer(.add(choice) as OverlayRequest) } }
            return summary(added: new.map(text), removed: gone.map(text))
        }
    }

    private static func text(of choice: OverlayChoice) -> String {
        switch choice.content {
        case .picture(let path): path
        case .text(let text): text
        }
    }

    static var filters: LiveChange {
        LiveChange(["filter"], keep: { $0.filters = $1.filters }) { facts throws(Problem) in
            let (gone, new) = (missing(facts.old.filters, in: facts.new.filters), missing(facts.new.filters, in: facts.old.filters))
            var working = facts.session.status().filters
            for choice in gone {
                let words = choice.settings.words
                guard let index = working.firstIndex(where: { $0.source == choice.source.text && $0.settings == words }) else { continue }
                let id = working.remove(at: index).id
                try ask { () throws(SessionError) in try facts.session.steer(.remove(id: id) as FilterRequest) }
            }
            for choice in new {
                try ask { () throws(SessionError) in try facts.session.steer(.add(choice.source, choice.settings) as FilterRequest) }
            }
            let name = { (choice: FilterChoice) in "\(choice.source.text):\(choice.settings.words.joined(separator: ","))" }
            return summary(added: new.map(name), removed: gone.map(name))
        }
    }

    /// The slate, or the clip in its place.
    static var background: LiveChange {
        LiveChange(
            ["slate", "slate-text", "slate-color", "background-clip"],
            keep: { ($0.slate, $0.backgroundClip, $0.holdTime) = ($1.slate, $1.backgroundClip, $1.holdTime) }
        ) { facts throws(Problem) in
            let (old, new) = (facts.old, facts.new)
            guard (old.holdTime == nil) == (new.holdTime == nil) else {
                throw Problem(.restart, "whether there is a slate at all is known when a broadcast begins")
            }
            let request: BackgroundRequest
            let done: String
            if let clip = new.backgroundClip, clip != old.backgroundClip {
                (request, done) = (.clip(clip), "the clip \(clip.path)")
            } else if let picture = new.slate.picture {
                (request, done) = (.picture(AbsolutePath.of(picture)), picture)
            } else {
                (request, done) = (.colour(new.slate.colour, text: new.slate.text), "'\(new.slate.text)' on \(new.slate.colour.word)")
            }
            try ask { () throws(SessionError) in try facts.session.steer(request) }
            return done
        }
    }
}
