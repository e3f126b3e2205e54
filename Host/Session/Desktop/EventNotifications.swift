import Events
import Portal

/// Which events the desktop's user is told of, and how. A value.
///
/// What is shown may be seen by viewers: no address is in it, only the name of a server or a file.
struct EventNotifications: Sendable {
    private let topics: Set<NotificationTopic>
    /// Targets that are told to be lost.
    private var lost: Set<Int> = []

    init(_ topics: Set<NotificationTopic>) { self.topics = topics }

    mutating func notification(for event: SessionEvent) -> DesktopNotification? {
        guard let code = EventCode(rawValue: event.code) else { return nil }
        switch code {
        case .audioSpeakingMuted where topics.contains(.muted):
            let isAllMuted = event.fields["isAllMuted"] == .flag(true)
            return DesktopNotification(
                "muted", isAllMuted ? "All audio is muted" : "The microphone is muted", "You are speaking, and viewers do not hear you.")
        case .recordingDiskFilling where topics.contains(.disk): return DesktopNotification("disk", "The disk is nearly full", disk(event))
        case .recordingStopped where topics.contains(.disk):
            return DesktopNotification("disk", "The disk is full", "A recording has ended. What is written plays.", isUrgent: true)
        default: return topics.contains(.targets) ? target(code, event) : nil
        }
    }

    private func disk(_ event: SessionEvent) -> String {
        guard case .number(let seconds)? = event.fields["leftSeconds"] else { return event.words }
        return "The recording ends in about \(max(1, Int(clamping: (seconds / 60).rounded()))) min."
    }

    private mutating func target(_ code: EventCode, _ event: SessionEvent) -> DesktopNotification? {
        guard let id = event.target, event.fields["isPage"] != .flag(true) else { return nil }
        let (subject, server) = ("target-\(id)", Self.server(event.fields["url"]))
        switch code {
        case .targetConnectionLost:
            guard lost.insert(id).inserted else { return nil }
            return DesktopNotification(subject, "Target \(id) is lost", "\(server) gets nothing. It is connected to again by itself.")
        case .targetLive:
            guard lost.remove(id) != nil else { return nil }
            return DesktopNotification(subject, "Target \(id) is back", "\(server) gets the stream again.")
        case .targetGaveUp, .targetExpired, .targetRejected, .targetBadKey, .targetBusy, .targetBlocked, .targetFailed:
            lost.remove(id)
            return DesktopNotification(
                subject, "Target \(id) has ended", "\(server) gets nothing any more: 'splitcast targets' says why.", isUrgent: true)
        case .targetRemoved, .targetPaused, .targetClosed:
            lost.remove(id)
            return nil
        default: return nil
        }
    }

    /// Of a masked address the server's name, or the file's.
    private static func server(_ url: EventField?) -> String {
        guard case .text(let text)? = url else { return "It" }
        guard let scheme = text.firstRange(of: "://") else { return String(text.split(separator: "/").last ?? "It") }
        let server = text[scheme.upperBound...].prefix { $0 != "/" && $0 != "?" }
        return String(server.split(separator: "@").last ?? "It")
    }
}
