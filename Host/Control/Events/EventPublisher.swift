public import AppGroup
public import Events

/// Puts a session's events on the group's `events.zmq`, each as JSON under its code as topic, so that `target.` is all about targets.
///
/// Any thread; never waits.
public final class EventPublisher: Sendable {
    private let publisher: Publisher

    /// The caller holds the group's `HostLock`.
    public init(in directory: GroupDirectory) throws(ControlError) {
        do throws(GroupError) { publisher = try Publisher(binding: directory.eventsPath) } catch {
            throw ControlError(.system, "events cannot be published", from: error)
        }
    }

    public func publish(_ event: SessionEvent) {
        let bytes = (try? ControlJSON.encode(event)) ?? []  // text, numbers and lists of them always encode
        publisher.send(topic: event.code, bytes)
    }

    /// To be called while the caller still holds the lock: a later host has a socket of the same name.
    public func close() { publisher.close() }
}
