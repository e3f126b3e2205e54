public import Audio
public import Codec
public import Platform
import Synchronization

/// Plays music from files and addresses into the mix, one track at a time; a new one takes over under a cross-fade.
///
/// Add it to a `Mixer`. It has no clock of its own: the mixer takes 10 ms whenever it wants some, and decoding, in a
/// process of its own for each track, keeps two thirds of a second ahead of it. Commands may come from any thread but the
/// mixer's and wait for nothing; how they go on is told by `status` and by `onChange`.
public final class MusicPlayer: AudioSource {
    public let name: String
    private let deck = MusicDeck()
    private let limits: MusicLimits
    private let decoder: DecoderSettings
    private let onChange: @Sendable (MusicStatus) -> Void
    private let state = Mutex(Inner())

    private struct Inner {
        var machine = MusicMachine()
        /// All that are not done, and the last one that was heard of.
        var tracks: [MusicTrack] = []
        var newest: MusicTrack?
        var heard: MusicTrack?
        /// To which the last error belongs.
        var failed: MusicTrack?
        var isLooping = false
        var played = 0
        var isClosed = false
    }

    /// - Parameters:
    ///   - limits: how long an address may take to answer and, later, be silent.
    ///   - decoder: what holds the process that decodes each track.
    ///   - onChange: called after each change of state, on the thread that caused it: a command's, or one of the player's own. It
    ///     must not wait; it may give no commands.
    public init(
        name: String = "music", limits: MusicLimits = .init(), decoder: DecoderSettings = .init(),
        onChange: @escaping @Sendable (MusicStatus) -> Void = { _ in }
    ) {
        (self.name, self.limits, self.decoder, self.onChange) = (name, limits, decoder, onChange)
    }

    deinit { precondition(state.withLock { $0.tracks.isEmpty }, "a MusicPlayer must be closed before it is let go") }

    // --- commands ---

    /// Opens a file or address and plays it. What plays now goes on until there is audio of the new one, and for good when there is
    /// none. Returns at once.
    ///
    /// - Parameter location: a path, which should be absolute, or an address.
    /// - Throws: what can be seen without opening it: `notReadable`, `notAFile`, `notAvailable`. Then nothing changes.
    public func play(_ location: String, isLooping: Bool = false) throws(CodecError) {
        let location = try AudioLocation(location)
        change { inner in
            inner.isLooping = isLooping
            return open(location, &inner)
        }
    }

    /// Fades out within 10 ms; `resume` goes on with the next sample. False when there is nothing to pause.
    @discardableResult
    public func pause() -> Bool { setTransport(.pause) }

    @discardableResult
    public func resume() -> Bool { setTransport(.resume) }

    /// Fades out and forgets the track. False when there was none.
    @discardableResult
    public func stop() -> Bool {
        let isBusy = state.withLock { $0.machine.isBusy }
        change { $0.machine.handle(.stop) }
        return isBusy
    }

    /// From now on: what is decoded already, a second at most, is not changed by it.
    public func setLooping(_ isLooping: Bool) {
        change { inner in
            inner.isLooping = isLooping
            for track in inner.tracks { track.isLooping = isLooping }
            return []
        }
    }

    /// Ends everything and waits for its threads. Call it when no mixer pulls from this source any more, and before it is let go;
    /// nothing can be played afterwards. Calling it again does nothing.
    @available(*, noasync)
    public func close() {
        stop()
        let tracks = state.withLock { inner in
            inner.isClosed = true
            return inner.tracks
        }
        deck.abandon()
        for track in tracks { track.end() }
        for track in tracks { track.join() }
        state.withLock { $0.tracks = [] }
    }

    // --- what it is doing ---

    public var status: MusicStatus { state.withLock { status(of: $0) } }

    /// The one that the mixer has, or will take next.
    var heardTrack: MusicTrack? { state.withLock { inner in inner.machine.heard == nil ? nil : inner.heard } }

    private func status(of inner: Inner) -> MusicStatus {
        let track =
            switch inner.machine.state {
            case .opening: inner.newest
            case .failed: inner.failed ?? inner.newest
            default: inner.heard ?? inner.newest
            }
        return MusicStatus(
            state: inner.machine.state, location: track?.location.description ?? "", position: track?.position ?? .zero,
            duration: track?.duration, isLooping: inner.isLooping, lastError: inner.machine.lastError?.message ?? "",
            lastErrorCode: inner.machine.lastError?.code, underruns: deck.underruns, silence: deck.silence)
    }

    public func pull(_ time: MediaTime, isCatchingUp: Bool, into samples: UnsafeMutablePointer<Float>) {
        deck.pull(isCatchingUp: isCatchingUp, into: samples)
    }

    // --- inside ---

    private func setTransport(_ event: MusicMachine.Event) -> Bool {
        let isBusy = state.withLock { $0.machine.isBusy }
        if isBusy { change { $0.machine.handle(event) } }
        return isBusy
    }

    /// One change of state and what follows from it, and the report of it.
    private func change(_ body: (inout Inner) -> [MusicMachine.Action]) {
        let (changes, done): (MusicStatus?, [MusicTrack]) = state.withLock { inner in
            guard !inner.isClosed else { return (nil, []) }
            let before = status(of: inner)
            for action in body(&inner) { perform(action, &inner) }
            // Their threads have nothing left to do but return.
            let done = inner.tracks.filter(\.isDone)
            inner.tracks.removeAll { track in done.contains { $0 === track } }
            let after = status(of: inner)
            let isChanged = (after.state, after.location, after.lastError) != (before.state, before.location, before.lastError)
            return (isChanged ? after : nil, done)
        }
        for track in done { track.join() }
        if let changes { onChange(changes) }
    }

    private func open(_ location: AudioLocation, _ inner: inout Inner) -> [MusicMachine.Action] {
        inner.played += 1
        let id = inner.played
        let actions = inner.machine.handle(.play(id))
        do throws(SystemError) {
            let track = try MusicTrack(id, location, isLooping: inner.isLooping, limits: limits, settings: decoder)
            inner.tracks.append(track)
            (inner.newest, inner.failed) = (track, nil)
            return actions
        } catch { return actions + inner.machine.handle(.failed(id, Self.refusal(error))) }
    }

    private func perform(_ action: MusicMachine.Action, _ inner: inout Inner) {
        func track(_ id: Int) -> MusicTrack? { inner.tracks.first { $0.number == id } }
        switch action {
        case .open(let id):
            guard let track = track(id) else { return }
            do throws(SystemError) { try track.start { [unowned self, unowned track] in hear($0, of: track) } } catch {
                inner.tracks.removeAll { $0 === track }
                for action in inner.machine.handle(.failed(id, Self.refusal(error))) { perform(action, &inner) }
            }
        case .handOver(let id):
            guard let track = track(id) else { return }
            track.keep()
            inner.heard = track
            deck.offer(track)?._withUnsafeGuaranteedRef { $0.letGo(isDrained: false) }
        case .transport(let transport):
            if transport == .stopped { deck.offer(nil)?._withUnsafeGuaranteedRef { $0.letGo(isDrained: false) } }
            deck.set(transport)
        case .end(let id): track(id)?.end()
        }
    }

    /// On the track's thread.
    private func hear(_ changes: MusicTrack.Changes, of track: MusicTrack) {
        change { inner in
            switch changes {
            case .ready: return inner.machine.handle(.ready(track.number))
            case .failed(let error):
                inner.failed = track
                return inner.machine.handle(.failed(track.number, error))
            case .finished:
                let isHeard = inner.machine.heard == track.number
                let actions = inner.machine.handle(.finished(track.number))
                // Asked to loop when its end was decoded already: from the start.
                guard isHeard, inner.isLooping, inner.machine.state == .finished else { return actions }
                return actions + open(track.location, &inner)
            }
        }
    }

    private static func refusal(_ error: SystemError) -> CodecError {
        CodecError(.system, operation: "music", message: "the music's thread cannot be started: \(error)", systemNumber: error.number)
    }
}
