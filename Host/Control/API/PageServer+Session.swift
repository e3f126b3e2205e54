public import Session

extension PageServer {
    /// Serves the page and the API of a session until the task is cancelled.
    ///
    /// - Parameters:
    ///   - directory: the session's page directory; may come and go.
    ///   - onServing: called once, when requests are answered.
    /// - Throws: `.portInUse` when another program took the port meanwhile, `.unusableAddress` for anything else.
    public func run(
        showing session: any SessionControl, directory: String, onServing: @escaping @Sendable () -> Void = {}
    ) async throws(ControlError) {
        try await run(HostRequests(access, limits, page: PageRequests(session: session, directory: directory, isOpen: access.isOpen)), onServing)
    }
}
