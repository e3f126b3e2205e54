import Delivery
public import Platform

/// The configuration file belongs to who made the session: it reads it again and asks the session for each change.
extension Session {
    public typealias Reloader = @Sendable () -> Result<ReloadReport, SessionError>

    /// What reads the file; to be set before anyone can ask.
    public func setReloader(_ reloader: @escaping Reloader) { self.reloader.withLock { $0 = reloader } }

    @available(*, noasync)
    public func reload() throws(SessionError) -> ReloadReport {
        guard let reloader = reloader.withLock({ $0 }) else {
            throw SessionError(.failed, "this broadcast was not started from a configuration file")
        }
        return try reloader().get()
    }

    public func targets(at address: String) -> [Int] { targets.ids(of: address) }
}
