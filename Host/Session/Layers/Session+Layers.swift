import AppGroup
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
                if let canvas, choice.isMoved || choice.crop?.isEmpty == false {
                    try changed.check(choice.source, on: canvas, size: (intake?.agents ?? []).uprightSize(of: choice.source))
                }
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

    static func check(_ source: SourceName, _ book: LayerBook) throws(SessionError) {
        guard !book.sources.contains(source) else { return }
        throw SessionError(.badSetting, "there is no source \"\(source)\": there is \(book.names)")
    }
}
