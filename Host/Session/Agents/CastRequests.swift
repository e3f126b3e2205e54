import Portal

/// What the desktop is asked for each agent that wants a cast: what the broadcast was started with, until a request for an agent says
/// something else. A value.
struct CastRequests: Sendable {
    /// What is seen, or was seen last.
    private var current: CastRequest
    /// Of the operations that said something else.
    private var others: [Int: CastRequest] = [:]

    init(_ choice: CastChoice) { current = CastRequest(choice) }

    /// - Parameter operation: for which the agent was started; `nil` for one that others started.
    func request(of operation: Int?) -> CastRequest { operation.flatMap { others[$0] } ?? current }

    /// An agent brings pictures of what was asked for.
    mutating func noteLive(_ operation: Int?) { current = request(of: operation) }

    mutating func forget(_ operation: Int) { others[operation] = nil }

    /// Takes what is for the desktop's portal out of a request for an agent.
    ///
    /// - Returns: the request with what is for the agent alone.
    /// - Throws: `.badSetting`, naming the option that makes no sense.
    mutating func take(_ request: AgentRequest, as operation: Int) throws(SessionError) -> AgentRequest {
        switch request {
        case .swap("pipewire", let arguments, let source):
            .swap(backend: "pipewire", arguments: try take(arguments, as: operation), source: source)
        case .start("pipewire"?, let arguments, let source):
            .start(backend: "pipewire", arguments: try take(arguments, as: operation), source: source)
        case .swap, .start, .switchTo, .stop, .pause, .resume, .detach, .attach: request
        }
    }

    private mutating func take(_ arguments: [String], as operation: Int) throws(SessionError) -> [String] {
        let found = try CastArguments(arguments, current: current.choice)
        if let choice = found.choice {
            others[operation] = CastRequest(number: operation, choice, isFresh: found.namesSource)
        }
        return found.rest
    }
}
