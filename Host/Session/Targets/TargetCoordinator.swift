import AppGroup
import Codec
import Delivery
import Events
import Glibc
import Platform
import Synchronization

/// The targets of a session: checked before it starts, connected when the encoder is open, added and removed while it runs,
/// ended with it. Any thread; what blocks says so.
final class TargetCoordinator: Sendable {
    let plan: StreamPlan
    let configuration: SessionConfiguration
    let group: GroupDirectory
    let encodings: any TargetEncodings
    let state: Mutex<State>
    /// Held while a target is added, moved or forgotten, which makes or ends encodings and looks at files: `state` is what every look and
    /// `status` need.
    let adding = Mutex(())

    enum Event: Hashable, Sendable {
        case look
        /// The rates follow what was seen: what is no longer there is told after what they say of it.
        case ratesFollowed
    }

    struct State: Sendable {
        var entries: [Entry] = []
        /// Of each encoding whose encoder is open, everything that its targets may get, the picture first.
        var streams: [String: [StreamDescription]] = [:]
        /// What those come to, in bits a second, for the buffers of connections.
        var bitsPerSecond: [String: Int] = [:]
        var newest = 0
        /// That were given names, for those without one.
        var chapters = 0
        var isClosed = false
        /// How they were looked at last, to tell changes.
        var seen: [Int: TargetStatus] = [:]
        var watch = TargetWatch()
        /// What was seen to happen and is not yet told.
        var untold: [SessionAction] = []
    }

    struct Entry: Sendable {
        let id: Int
        let url: TargetURL
        /// The page's, which the user did not name.
        let isPage: Bool
        let claim: TargetClaim?
        /// Whose packets it gets.
        var encoding: String
        var fanOut: FanOut
        var target: Target?
        /// What it is of a ladder, and the right to write that one's master, which goes with the last of them; `nil` for a target by itself.
        var rendition: LadderRendition?
        var masterClaim: TargetClaim?
        /// Of a rendition that is audio.
        var source: String?
    }

    /// - Throws: `SessionError.Code.badSetting` for an address that makes no sense, that is named twice or taken, a recording that
    ///   exists already, or a target that no stream is for.
    init(_ configuration: SessionConfiguration, in group: GroupDirectory, encodings: any TargetEncodings, plan: StreamPlan) throws(SessionError) {
        (self.configuration, self.group, self.encodings, self.plan) = (configuration, group, encodings, plan)
        var state = State()
        state.watch.mostRetries = configuration.reconnect.limit
        TargetClaim.sweep()
        do throws(DeliveryError) {
            for text in configuration.targets {
                let made = try Self.entries(from: state.newest + 1, text, configuration, group, encodings, beside: state.entries)
                state.newest += made.count
                state.entries += made
            }
            let page = try Self.pageLadder(from: state.newest + 1, configuration, encodings, beside: state.entries)
            state.newest += page.count
            state.entries += page
            // Also where no target is named: what is seen of the broadcast is seen of it.
            if configuration.hasPageOfMain || configuration.replay != nil || state.entries.isEmpty {
                _ = try encodings.fanOut(of: EncodingChoice.main)
            }
        } catch { throw Self.badSetting(error) }
        self.state = Mutex(state)
    }

    // MARK: The session's thread

    /// Makes every target of an encoding whose encoder is open, and lets it connect.
    ///
    /// - Parameters:
    ///   - streams: everything that is encoded for them, the picture first; each target gets its part.
    ///   - bitsPerSecond: what they come to at first; later by `set(_:bitsPerSecond:of:)`.
    func open(_ streams: [StreamDescription], bitsPerSecond: Int, of encoding: String = EncodingChoice.main) throws(SessionError) {
        var page: Entry?
        if encoding == EncodingChoice.main, configuration.hasPageOfMain, let path = configuration.pageDirectory {
            // Here, since its directory is made by now.
            do throws(DeliveryError) {
                page = Entry(
                    id: 0, url: try TargetURL(parsing: path + Self.pagePlaylist), isPage: true, claim: nil, encoding: encoding,
                    fanOut: try encodings.fanOut(of: encoding))
            } catch { throw SessionError(.failed, "the page's directory", from: error) }
        }
        let failure: SystemError? = state.withLock { state in
            (state.streams[encoding], state.bitsPerSecond[encoding]) = (streams, bitsPerSecond)
            if let page, !state.entries.contains(where: \.isPage) {
                state.newest += 1
                state.entries.append(Entry(id: state.newest, url: page.url, isPage: true, claim: nil, encoding: encoding, fanOut: page.fanOut))
            }
            do throws(SystemError) {
                for index in state.entries.indices where state.entries[index].encoding == encoding && state.entries[index].target == nil {
                    try start(&state.entries[index], streams, bitsPerSecond)
                }
                return nil
            } catch { return error }
        }
        if let failure { throw SessionError(.failed, "targets: \(failure)") }
    }

    /// The targets' stream selections, and what the streams of an encoding come to from now on, `nil` for as before.
    func set(_ selections: [Int: StreamSelection], bitsPerSecond: Int?, of encoding: String = EncodingChoice.main) {
        let targets = state.withLock { state in
            if let bitsPerSecond { state.bitsPerSecond[encoding] = bitsPerSecond }
            return state.entries.filter { $0.encoding == encoding }.compactMap(\.target)
        }
        for target in targets {
            if let selection = selections[target.id] { target.setSelection(selection) }
            if let bitsPerSecond { target.expect(bitsPerSecond: bitsPerSecond) }
        }
    }

    /// Sends what is queued, writes the endings, closes. Waits for all, each within its drain limit.
    @available(*, noasync)
    func close() {
        let targets = state.withLock { state in
            state.isClosed = true
            return state.entries.compactMap(\.target)
        }
        for target in targets { target.stop() }
        for target in targets { target.join() }
    }

    /// Looks after the targets, several times a second.
    func handle(_ event: Event, at now: MediaTime) -> [SessionAction] {
        switch event {
        case .look: return noteChanges(at: now)
        case .ratesFollowed:
            let gone = state.withLock { state in state.watch.gone(present: state.entries.compactMap { $0.target?.id }) }
            let isOver = haveAllFailed ? [SessionAction.end(SessionError(.failed, "every target has failed"))] : []
            return gone.map { .note(.target($0, $1)) } + isOver
        }
    }

    /// Of the targets that the user named, whether every one has failed for good.
    var haveAllFailed: Bool {
        let named = state.withLock { $0.entries.filter { !$0.isPage }.map(\.target) }
        return !named.isEmpty && named.allSatisfy { $0?.status.state == .failed }
    }

    /// What has happened to targets since the last look.
    private func noteChanges(at now: MediaTime) -> [SessionAction] {
        look(at: now)
        return state.withLock { state in
            defer { state.untold.removeAll() }
            return state.untold
        }
    }

    /// Any thread: sees what has happened to targets by now, which is told with the next tick. What lasts less than a tick would be missed.
    func look(at now: MediaTime) {
        state.withLock { state in
            for entry in state.entries {
                if let target = entry.target { state.untold += Self.notes(of: target) }
                guard let status = entry.target?.status, Self.isChanged(status, since: state.seen[status.id]) else { continue }
                let subject = TargetSubject(id: status.id, maskedURL: status.maskedURL, isPage: entry.isPage, rendition: entry.rendition?.name)
                let before = state.seen[status.id]?.file
                state.seen[status.id] = status
                state.untold += Self.told(state.watch.changes(of: subject, TargetWatch.Look(status, at: now)), of: subject, state)
                if let file = status.file, file != before { state.untold.append(.note(.recording(subject, begun(file, after: before)))) }
            }
        }
    }

    private static func isChanged(_ now: TargetStatus, since before: TargetStatus?) -> Bool {
        (before?.state, before?.reconnects, before?.failedAttempts) != (now.state, now.reconnects, now.failedAttempts)
            || before?.file != now.file
            || (before?.freshAddresses, before?.hookFailures) != (now.freshAddresses, now.hookFailures) || before?.lastError != now.lastError
    }

    // MARK: Any thread

    /// Whether a link of an encoding's targets is followed, or will be as soon as its target is there.
    func haveLinks(of encoding: String = EncodingChoice.main) -> Bool {
        state.withLock { $0.entries.contains { $0.encoding == encoding && $0.url.tellsItsLink } }
    }

    /// Whether any target of an encoding writes files that stay.
    func hasRecording(of encoding: String = EncodingChoice.main) -> Bool {
        state.withLock {
            $0.entries.contains { $0.encoding == encoding && ($0.target.map { $0.isRecording && !$0.status.state.isEnded } ?? false) }
        }
    }

    /// Of an encoding, the targets whose links are followed, the first named first.
    func links(at now: MediaTime, of encoding: String = EncodingChoice.main) -> [RateTarget] {
        state.withLock { state in
            state.entries.compactMap { entry in
                guard entry.encoding == encoding, entry.url.tellsItsLink, let target = entry.target else { return nil }
                let subject = TargetSubject(id: entry.id, maskedURL: entry.url.masked, isPage: entry.isPage)
                return RateTarget(subject: subject, sample: target.linkSample(at: now))
            }
        }
    }

    /// Of the targets that the user named, how each one is; none before they are opened.
    var named: [TargetStatus] { state.withLock { $0.entries.filter { !$0.isPage }.compactMap { $0.target?.status } } }

    var targets: [Target] { state.withLock { $0.entries.compactMap(\.target) } }

    /// How each one is; one that waits for its encoder is idle.
    var statuses: [SessionStatus.Target] {
        state.withLock { state in
            state.entries.map { entry in
                var status =
                    entry.target.map { SessionStatus.Target($0.status, encoding: entry.encoding) }
                    ?? SessionStatus.Target(idle: entry.id, url: entry.url.masked, encoding: entry.encoding)
                status.rendition = entry.rendition.map { SessionStatus.Rendition($0) }
                return status
            }
        }
    }

    /// Carries out what is asked. Removing waits until the target has written its ending, within its drain limit.
    ///
    /// - Throws: `DeliveryError` naming what is wrong; nothing has changed then.
    @available(*, noasync)
    func steer(_ request: TargetRequest) throws(DeliveryError) {
        switch request {
        case .add(let text): try add(text)
        case .remove(let id): try remove(id)
        case .move(let id, let encoding): try move(id, to: encoding)
        case .pause(let id): try pause(target(id))
        case .resume(let id): try resume(target(id))
        case .reconnect(let id?):
            let target = try target(id)
            if target.status.state == .paused { throw DeliveryError(.notNow, "target \(id) is paused: resume it") }
            if target.isRecording { throw DeliveryError(.notNow, "target \(id) is a recording: there is nothing to connect to") }
            target.reconnect()
        case .reconnect(nil): for target in targets where !target.isRecording { target.reconnect() }
        }
    }

    /// A way to the world came up.
    func linkCameUp() { for target in targets { target.linkCameUp() } }

    @available(*, noasync)
    private func remove(_ id: Int) throws(DeliveryError) {
        var entry = try entry(id)
        guard !entry.isPage else { throw DeliveryError(.notNow, "target \(id) is the page: it goes on as long as the broadcast") }
        entry.target?.stop()
        entry.target?.join()
        try adding.withLock { (_) throws(DeliveryError) in
            // It may have been moved meanwhile.
            entry = try self.entry(id)
            while !entry.fanOut.remove(id: id) { usleep(1000) }
            let isLast = state.withLock { state in
                state.entries.removeAll { $0.id == id }
                state.seen[id] = nil
                return releases(entry.encoding, &state)
            }
            entry.rendition?.leave()
            if isLast { encodings.end(entry.encoding) }
        }
    }

    func start(_ entry: inout Entry, _ streams: [StreamDescription], _ bitsPerSecond: Int) throws(SystemError) {
        var settings = TargetSettings()
        (settings.reconnect, settings.takesOver) = (configuration.reconnect, configuration.takesOver)
        (settings.certificates, settings.isCertificateUnchecked) = (configuration.certificates, configuration.isCertificateUnchecked)
        settings.hook = entry.isPage ? nil : configuration.addressHook
        settings.overwrites = configuration.overwrites
        settings.split = configuration.recordingSplit
        settings.keep = configuration.recordingKeep
        settings.minFreeBytes = configuration.minFreeBytes > 0 ? configuration.minFreeBytes : nil
        settings.bitsPerSecond = bitsPerSecond
        settings.keyframeInterval = configuration.keyframeInterval
        if entry.isPage { settings.segmentContainer = .mp4 }
        (settings.rendition, settings.s3) = (entry.rendition, configuration.s3)
        let (id, first) = (entry.id, entry.fanOut)
        let own =
            entry.rendition == nil ? plan.streams(for: entry.url, of: streams) : plan.streams(forRenditionOf: entry.source, of: streams)
        let target = try Target(id: id, url: entry.url, streams: own, settings: settings) { [weak self] in
            // It may have moved since.
            let fanOut = self?.state.withLock { state in state.entries.first { $0.id == id }?.fanOut }
            (fanOut ?? first).keyframes.request()
        }
        // In the fan-out first: what is encoded while it connects is its to keep or drop.
        while !entry.fanOut.add(target) { usleep(1000) }
        try target.start()
        entry.target = target
    }
}
