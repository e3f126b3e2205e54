public import Codec
public import Events
public import Platform

/// What the control plane asks about events and messages. Any thread or task.
extension Session {
    /// Of one answer.
    public static let mostEventsPerPage = 100

    public func events(since sequence: Int) -> EventPage { journal.events(since: sequence, most: Self.mostEventsPerPage) }

    /// From now on called with each event, in order, one at a time, on the thread that tells it; must not wait. `nil` ends it.
    public func onEvent(_ listener: (@Sendable (SessionEvent) -> Void)?) {
        journal.listen { [hooks, notifications] event in
            hooks?.handle(event)
            notifications?.handle(event)
            listener?(event)
        }
    }

    public func send(_ request: MessageRequest) throws(SessionError) -> UInt64 {
        if let problem = request.problem { throw SessionError(.badSetting, problem) }
        guard intake != nil else {
            throw SessionError(.failed, "messages travel with the picture, and this broadcast sends sound alone")
        }
        let time = UInt64(max(0, WallClock.now().milliseconds))
        // The same number in every encoding.
        let sent: UInt64? = newestMessage.withLock { newest in
            let id = max(newest + 1, time)
            let tracks = encodings.running.map(\.messages)
            guard tracks.allSatisfy(\.hasRoom) else { return nil }
            for track in tracks { _ = track.post(request, at: .now(), milliseconds: id) }
            newest = id
            return id
        }
        guard let id = sent else {
            throw SessionError(.failed, "\(MessageTrack.mostWaiting) messages wait already: try again when one has gone out")
        }
        journal.note(.message(id: id, bytes: request.text.utf8.count, repeats: request.repeats))
        return id
    }
}
