extension Session {
    /// Lays something over the canvas, or takes it away. Blocks while a picture is read; the next picture shows it.
    ///
    /// - Throws: `.badSetting` naming what is wrong, `.failed` where there is no canvas yet or no room; nothing has changed then.
    @available(*, noasync)
    public func steer(_ request: OverlayRequest) throws(SessionError) {
        guard intake != nil else { throw SessionError(.failed, "this broadcast has no picture: it was started without") }
        switch request {
        case .add(let choice): try overlays.add(choice)
        case .remove(let id): try overlays.remove(id)
        }
    }
}
