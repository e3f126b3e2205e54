import AppGroup

extension Session {
    /// Adds a source, or removes one with its filters; the next picture shows it. The other sources go on. Blocks while a filter's program ends.
    ///
    /// - Returns: the operation for which the agent of a new source is started, as of what is begun; `nil` where none is.
    /// - Throws: `.badSetting` naming what is wrong, `.failed` where there are too many, or no picture; nothing has changed then.
    @available(*, noasync)
    public func steer(_ request: SourceRequest) throws(SessionError) -> Int? {
        guard let intake else { throw SessionError(.failed, "this broadcast has no picture: it was started without") }
        switch request {
        case .add(let choice, let layer):
            let canvas = shown.withLock { $0.canvas }
            try layers.withLock { (kept) throws(SessionError) in
                var book = kept
                if let problem = choice.problem { throw SessionError(.badSetting, problem) }
                guard !book.sources.contains(choice.name) else {
                    throw SessionError(.badSetting, "there is a source \"\(choice.name)\" already: give another name, or exchange its agent")
                }
                guard book.sources.count < LayerBook.most else {
                    throw SessionError(.failed, "there are \(book.sources.count) sources, and no more than \(LayerBook.most): remove one")
                }
                book.add(choice.name)
                if let layer { book.set(layer) }
                if let canvas { try book.check(choice.name, on: canvas, size: nil) }
                kept = book
                _ = intake.add(choice.name)
                events.post(.source(.added(choice)))
                picture.arrange(LayerPlan(book: book))
            }
            guard case .agent(let backend, let arguments) = choice.capture else { return nil }
            return begin(.start(backend: backend, arguments: arguments, source: choice.name))
        case .remove(let source):
            try layers.withLock { (book) throws(SessionError) in
                guard source != .screen else {
                    throw SessionError(.badSetting, "the screen cannot be removed: its layer can be hidden")
                }
                try Self.check(source, book)
                book.remove(source)
                intake.remove(source)
                events.post(.source(.removed(source)))
                picture.arrange(LayerPlan(book: book))
            }
            filters.remove(of: source)
            return nil
        }
    }
}
