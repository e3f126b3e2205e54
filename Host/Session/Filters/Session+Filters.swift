import AppGroup

extension Session {
    /// Has the picture of a source pass a filter, or changes one. Blocks while a table is read; the next picture shows it.
    ///
    /// - Throws: `.badSetting` naming what is wrong, `.failed` where there is no picture, no room, or not what it needs; nothing has changed then.
    @available(*, noasync)
    public func steer(_ request: FilterRequest) throws(SessionError) {
        guard intake != nil else { throw SessionError(.failed, "this broadcast has no picture: it was started without") }
        switch request {
        case .add(let source, let settings):
            try Self.check(source, layers.withLock { $0 })
            try filters.add(source, settings)
            // The source may have been removed while the filter was made, and its filters with it.
            do throws(SessionError) { try Self.check(source, layers.withLock { $0 }) } catch {
                filters.remove(of: source)
                throw error
            }
        case .set(let id, let words): try filters.set(id, words)
        case .remove(let id): try filters.remove(id)
        }
    }
}
