import AppGroup
import Frames
public import Platform

extension Session {
    /// Changes where sources are shown; returns at once, the next picture shows it.
    ///
    /// - Throws: `.badSetting` naming what is wrong; nothing has changed then. `.failed` in a broadcast without a picture.
    public func steer(_ request: LayerRequest) throws(SessionError) {
        guard intake != nil else { throw SessionError(.failed, "this broadcast has no picture: it was started without") }
        let canvas = shown.withLock { $0.canvas }
        try layers.withLock { (book) throws(SessionError) in
            var chosen = LayerTransition.cut
            switch request {
            case .set(let choice, let transition):
                try Self.check(choice.source, book)
                var changed = book
                changed.change(choice, on: canvas)
                try checkCrop(choice)
                if let canvas, choice.isMoved { try changed.checkPlace(of: choice.source, on: canvas) }
                book = changed
                chosen = transition
            case .layout(let layout, let transition):
                if case .solo(let source) = layout { try Self.check(source, book) }
                guard let canvas else { throw SessionError(.failed, "there is no picture yet: a layout needs the canvas's size") }
                book.set(layout, on: canvas)
                chosen = transition
            case .zoom(let source, let factor, let follow):
                try Self.check(source, book)
                guard Zoom.factors.contains(factor) else { throw SessionError(.badSetting, Zoom.form) }
                if follow == .window { try checkFocus(of: source) }
                book.zoom(source, factor, follow)
            }
            // In the order in which they were asked for.
            picture.arrange(LayerPlan(book: book, transition: chosen.transition))
        }
    }

    private func checkFocus(of source: SourceName) throws(SessionError) {
        guard !tellsFocus(source) else { return }
        throw SessionError(
            .failed,
            "what captures the source \"\(source)\" does not tell which window has the focus, as one of an X11 screen does: "
                + "let the zoom follow the pointer, or turn it off")
    }

    /// Whether a zoom of this source can follow the window that has the focus.
    func tellsFocus(_ source: SourceName) -> Bool { intake?.feeds.first { $0.name == source }?.focus.isTold == true }

    /// A part of which the source, as it is now, has nothing would hide the layer.
    private func checkCrop(_ choice: LayerChoice) throws(SessionError) {
        let live = intake?.agents.first { $0.isLive && $0.description.place == choice.source.text }
        guard let live, let geometry = live.geometry, let crop = choice.crop, !crop.isEmpty else { return }
        let size = live.orientation.upright(geometry.size)
        guard crop.intersection(PixelRectangle(of: size)).isEmpty else { return }
        throw SessionError(
            .badSetting,
            "crop=\(crop.x),\(crop.y),\(crop.width)x\(crop.height) is outside of the source \"\(choice.source)\", which has \(size): "
                + "give a part of that, or crop=off")
    }

    static func check(_ source: SourceName, _ book: LayerBook) throws(SessionError) {
        guard !book.sources.contains(source) else { return }
        throw SessionError(.badSetting, "there is no source \"\(source)\": there is \(book.names)")
    }
}
