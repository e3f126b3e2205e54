import AppGroup
public import Events
import Glibc
public import Platform

/// Follows what a host tells, from any number on, without missing anything: the events socket says when there is something new,
/// the control socket what it is. One thread, which it blocks.
public struct EventFollowing: Sendable {
    /// At the latest, somebody looks: the end of a host makes no event that is sure to arrive.
    private static let patience = Duration.seconds(1)

    private let client: ControlClient
    private let subscriber: Subscriber
    /// The number of the last event that was handed out.
    public private(set) var last: Int

    /// - Parameter last: what came up to this number is known.
    /// - Throws: `system` when no socket can be made.
    public init(_ client: ControlClient, after last: Int) throws(ControlError) {
        (self.client, self.last) = (client, last)
        do throws(GroupError) { subscriber = try Subscriber(try ChannelContext(), connecting: client.directory.eventsPath) } catch {
            throw ControlError(.system, error.message, cause: error)
        }
    }

    /// Events that were told since the last call; waits for the first.
    ///
    /// - Parameter interruption: a descriptor that ends the waiting when it is readable.
    /// - Returns: none when it was interrupted; `nil` when the host has ended.
    /// - Throws: what the client throws, but for the host's end.
    @available(*, noasync)
    public mutating func next(interruption: Int32) throws(ControlError) -> [SessionEvent]? {
        while true {
            // Received before asking: what comes later wakes.
            while subscriber.receive() != nil {}
            let page: EventPage
            do throws(ControlError) { page = try client.events(since: last) } catch {
                // One that is ending closes its socket before it lets go of the group.
                guard error.code == .noHost || error.code == .notAnswering else { throw error }
                return nil
            }
            // Another host has taken the group meanwhile, and counts from 1.
            if page.newest < last {
                last = 0
                continue
            }
            if let newest = page.events.last {
                last = newest.sequence
                return page.events
            }
            var entries = [subscriber.descriptor, interruption].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            _ = pollUntil(.now() + Self.patience, &entries, entries.count)
            if entries[1].revents != 0 { return [] }
        }
    }
}
