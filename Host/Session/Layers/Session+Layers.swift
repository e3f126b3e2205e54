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
        let (book, transition) = try layers.withLock { (book) throws(SessionError) in
            switch request {
            case .set(let choice, let transition):
                try Self.check(choice.source, book)
                book.set(choice)
                return (book, transition)
            case .layout(let layout, let transition):
                if case .solo(let source) = layout { try Self.check(source, book) }
                guard let canvas else { throw SessionError(.failed, "there is no picture yet: a layout needs the canvas's size") }
                book.set(layout, on: canvas)
                return (book, transition)
            case .zoom(let source, let factor, let follow):
                try Self.check(source, book)
                guard Zoom.factors.contains(factor) else { throw SessionError(.badSetting, Zoom.form) }
                book.zoom(source, factor, follow)
                return (book, .cut)
            }
        }
        picture.arrange(LayerPlan(book: book, transition: transition.transition))
    }

    static func check(_ source: SourceName, _ book: LayerBook) throws(SessionError) {
        guard !book.sources.contains(source) else { return }
        let names = book.sources.map(\.text).joined(separator: ", ")
        throw SessionError(.badSetting, "there is no source \"\(source)\": there is \(names)")
    }
}
