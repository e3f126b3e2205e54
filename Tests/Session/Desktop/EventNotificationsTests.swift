import Delivery
import Logging
import Platform
import Portal
import Testing

@testable import Events
@testable import Session

/// Which events the desktop's user is told of.
@Suite struct EventNotificationsTests {
    private let target = TargetSubject(id: 2, maskedURL: "rtmps://live.example.com:443/app/***")

    private func event(_ event: BroadcastEvent) -> SessionEvent { SessionEvent(event.description, sequence: 1, at: .zero, wall: .now()) }

    private func summaries(_ events: [BroadcastEvent], _ topics: Set<NotificationTopic> = Set(NotificationTopic.allCases)) -> [String] {
        var notifications = EventNotifications(topics)
        return events.compactMap { notifications.notification(for: event($0))?.summary }
    }

    private func lost(_ code: DeliveryError.Code = .lost) -> DeliveryError { DeliveryError(code, "words") }

    @Test func aTargetIsLostOnceAndBackOnce() {
        let retry = TargetEvent.retry(number: 1, most: nil, delay: .seconds(1))
        let events: [TargetEvent] = [
            .live, .connectionLost(lost()), retry, .connectionLost(lost(.refused)), .connected, .live, .live, .connectionLost(lost()),
            .gaveUp(attempts: 3, lost()), .live,
        ]
        #expect(
            summaries(events.map { .target(target, $0) }) == [
                "Target 2 is lost", "Target 2 is back", "Target 2 is lost", "Target 2 has ended",
            ])
    }

    @Test func viewersWhoSeeItReadNoAddress() {
        var notifications = EventNotifications([.targets])
        let body = notifications.notification(for: event(.target(target, .connectionLost(lost()))))?.body
        #expect(body == "live.example.com:443 gets nothing. It is connected to again by itself.")
        let secret = TargetSubject(id: 3, maskedURL: "srt://name@h:9000?streamid=x")
        #expect(notifications.notification(for: event(.target(secret, .connectionLost(lost()))))?.body.hasPrefix("h:9000 gets") == true)
    }

    @Test func eachEndIsUrgentAndThePageIsNone() {
        var notifications = EventNotifications([.targets])
        for end in [TargetEvent(final: lost(.badKey)), TargetEvent(final: lost(.busy)), .failed(lost(.codec)), .expired(lost(.expired))] {
            #expect(notifications.notification(for: event(.target(target, end)))?.isUrgent == true, "\(end)")
        }
        let page = TargetSubject(id: 3, maskedURL: "/run/x/page/live.m3u8", isPage: true)
        #expect(notifications.notification(for: event(.target(page, .connectionLost(lost())))) == nil)
        #expect(notifications.notification(for: event(.target(target, .paused))) == nil)
    }

    @Test func onlyWhatWasAskedForIsTold() {
        let events: [BroadcastEvent] = [
            .audio(.speakingMuted(id: "mic", isAllMuted: false)), .audio(.speakingMuted(id: "mic", isAllMuted: true)),
            .recording(target, .diskFilling("/a.mkv", freeBytes: 460_000_000, left: .seconds(540))),
            .target(target, .recordingStopped(lost(.diskFull))), .target(target, .connectionLost(lost())), .session(.started),
        ]
        #expect(summaries(events, [.muted]) == ["The microphone is muted", "All audio is muted"])
        #expect(summaries(events, [.disk]) == ["The disk is nearly full", "The disk is full"])
        #expect(summaries(events, [.targets]) == ["Target 2 is lost"])
        #expect(summaries(events, []).isEmpty && summaries(events).count == 5)
        var notifications = EventNotifications([.disk])
        #expect(notifications.notification(for: event(events[2]))?.body == "The recording ends in about 9 min.")
    }
}
