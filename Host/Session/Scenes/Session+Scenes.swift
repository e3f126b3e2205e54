import AppGroup
import Frames

extension Session {
    /// Keeps how the broadcast looks and sounds, or shows what was kept: all of it in the next picture, without a key frame. Blocks while files are
    /// read and written.
    ///
    /// What a scene has and the broadcast lacks is told in the report, and the rest is shown. A source that it does not know is hidden, a source of
    /// the mix that it does not know is left as it is.
    ///
    /// - Throws: `.badSetting` naming what is wrong, `.failed` where it cannot be done at the moment; nothing has changed then.
    @available(*, noasync)
    public func steer(_ request: SceneRequest) throws(SessionError) -> SceneReport {
        guard intake != nil else { throw SessionError(.failed, "this broadcast has no picture: it was started without") }
        guard let canvas = shown.withLock({ $0.canvas }) else {
            throw SessionError(.failed, "there is no picture yet: a scene needs the canvas's size")
        }
        switch request {
        case .save(let name, let store):
            var scene = Scene()
            scene.layers = layers.withLock { $0.settings(on: canvas) }
            scene.overlays = overlays.choices
            if let audio { (scene.audio, scene.isMuted) = (audio.controller.gains, audio.controller.mixer.isMuted) }
            try store.save(scene, as: name)
            return SceneReport(scene, name, in: store)
        case .show(let name, let store, let transition):
            let scene = try store.load(name)
            let left = show(scene, transition, on: canvas)
            shown.withLock { $0.scene = name.text }
            return SceneReport(scene, name, in: store, left: left)
        }
    }

    /// - Returns: what of it cannot be shown, and why.
    @available(*, noasync)
    private func show(_ scene: Scene, _ transition: LayerTransition, on canvas: PixelSize) -> [String] {
        // What takes long comes first: then all changes at once.
        let exchange = overlays.prepare(scene.overlays, on: canvas)
        let (shown, unfollowed) = followable(scene.layers)
        let lacking = layers.withLock { book in
            let lacking = book.show(shown, on: canvas)
            let plan = LayerPlan(book: book, transition: transition.transition, isWhole: true)
            overlays.carryOut(exchange) { [picture] changes in picture.arrange(plan, changes) }
            let known = unfollowed.filter { book.sources.contains($0) }
            return lacking
                + known.map { "\($0): its zoom follows no window, since what captures it does not tell which has the focus" }
        }
        return lacking + exchange.problems + hear(scene)
    }

    /// - Returns: the layers, where a zoom follows a window only of a source whose focus is told; and the other sources.
    private func followable(_ layers: [LayerSetting]) -> ([LayerSetting], [SourceName]) {
        var (layers, others) = (layers, [SourceName]())
        for index in layers.indices {
            guard let zoom = layers[index].zoom, zoom.follow == .window, !tellsFocus(layers[index].choice.source) else { continue }
            layers[index].zoom = Zoom(zoom.factor, follow: .off)
            others.append(layers[index].choice.source)
        }
        return (layers, others)
    }

    /// Has the mix be as a scene has it.
    ///
    /// - Returns: what of it cannot be, and why.
    @available(*, noasync)
    func hear(_ scene: Scene) -> [String] {
        guard let audio else { return scene.audio.isEmpty ? [] : ["its audio: this broadcast has none"] }
        return audio.controller.apply(scene.audio, isMixMuted: scene.isMuted)
    }
}
