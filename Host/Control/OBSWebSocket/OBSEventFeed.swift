import NIOCore
import Platform
import Session
import Synchronization

/// Tells clients what happens: looks at the session some times a second while there is one that wants to know.
final class OBSEventFeed: Sendable {
    /// How often levels are told, and after how many of those looks the rest is compared.
    private static let interval = Duration.milliseconds(100)
    private static let looksPerComparison = 2

    private struct Member {
        let channel: any Channel
        let form: OBSMessage.Form
        let mask: Int
    }

    private struct State {
        var members: [ObjectIdentifier: Member] = [:]
        /// Known while there is a member.
        var last: OBSSnapshot?
        var hasToldEnd = false
        var lastReplay: String?
    }

    private let session: any SessionControl
    private let state = Mutex(State())

    init(_ session: any SessionControl) { self.session = session }

    /// From now on; again for another choice. Events follow the greeting, and none is missed behind it.
    ///
    /// - Returns: when the greeting is sent.
    func follow(_ channel: any Channel, _ form: OBSMessage.Form, mask: Int, greeting: JSONValue) -> EventLoopFuture<Void> {
        state.withLock { state in
            if state.last == nil { state.last = OBSSnapshot(session.status()) }
            state.members[ObjectIdentifier(channel)] = Member(channel: channel, form: form, mask: mask)
            return channel.writeAndFlush(OBSMessage.frame(.identified, greeting, form))
        }
    }

    func leave(_ channel: any Channel) {
        state.withLock { state in
            state.members[ObjectIdentifier(channel)] = nil
            if state.members.isEmpty { state.last = nil }
        }
    }

    /// Tells what is different from what was told before.
    func refresh() {
        state.withLock { state in
            guard let last = state.last else { return }
            let now = OBSSnapshot(session.status())
            state.last = now
            for event in now.events(since: last) { Self.tell(event, &state) }
        }
    }

    func tell(_ event: OBSEvent) { state.withLock { Self.tell(event, &$0) } }

    /// The file into which the replay was saved last, by a client.
    var lastReplay: String? { state.withLock { $0.lastReplay } }

    func noteReplay(_ file: String) {
        state.withLock { state in
            state.lastReplay = file
            Self.tell(.replaySaved(file), &state)
        }
    }

    /// The host ends: told once.
    func tellEnd() { state.withLock { Self.tell(.exitStarted, &$0) } }

    /// Until the task is cancelled.
    func run() async {
        var looks = 0
        while !Task.isCancelled {
            looks += 1
            if looks % Self.looksPerComparison == 0 { refresh() }
            if state.withLock({ $0.members.values.contains { $0.mask & OBSEvent.Kind.inputVolumeMeters.mask != 0 } }),
                let audio = session.audioStatus()
            {
                tell(.levels(audio))
            }
            try? await Task.sleep(for: Self.interval)  // cancelled is how it ends
        }
    }

    /// One that accepts nothing for so long that what waits is more than a channel holds loses its connection.
    private static func tell(_ event: OBSEvent, _ state: inout State) {
        if event.type == OBSEvent.exitStarted.type {
            guard !state.hasToldEnd else { return }
            state.hasToldEnd = true
        }
        let members = state.members.values.filter { $0.mask & event.kind.mask != 0 }
        for form in OBSMessage.Form.allCases {
            let readers = members.filter { $0.form == form }
            guard !readers.isEmpty else { continue }
            let frame = OBSMessage.frame(.event, event.message, form)
            for reader in readers {
                guard reader.channel.isWritable else {
                    reader.channel.close(promise: nil)
                    continue
                }
                reader.channel.writeAndFlush(frame, promise: nil)
            }
        }
    }
}
