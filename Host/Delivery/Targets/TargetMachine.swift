import Platform

/// What a target does next: decisions only. The target's thread feeds it what happened and does what it says.
struct TargetMachine {
    enum Event {
        case start
        case opened
        case openFailed(DeliveryError)
        case mediaSent
        /// Sending failed.
        case broke(DeliveryError)
        /// The time given with `.wait` has come.
        case retryDue
        /// A link came up: an attempt may succeed now that would have failed before.
        case linkUp
        case pause
        case resume
        /// Someone wants a new connection now, whatever the state.
        case reconnect
        /// Everything queued shall still go out if it can be in time.
        case stop
        case stopAtOnce
        /// After `.drain`: the queue is empty, or time is up.
        case drained
    }

    enum Action: Hashable {
        case none
        case open
        /// Close what is open, then open.
        case reopen
        /// Ask for a key frame and send what comes.
        case send
        /// Close, then come back with `.retryDue` at that time.
        case wait(until: MediaTime)
        /// Close and do nothing until asked for something.
        case rest
        /// Keep what is open, let packets go by, do nothing until asked for something.
        case hold
        /// Send what is queued, until that time at the latest, then come back with `.drained`.
        case drain(until: MediaTime)
        /// Write the ending, close, end the thread.
        case finish
        /// Close without an ending, end the thread.
        case abandon
    }

    private(set) var state = TargetState.idle
    private(set) var lastError: DeliveryError?
    /// Attempts after the first that led to a connection.
    private(set) var reconnects = 0
    /// Connections that broke and attempts that failed, since the beginning.
    private(set) var losses = 0
    /// Attempts that failed since media was last sent, or since someone asked for a connection.
    private(set) var failedAttempts = 0
    /// When the next attempt is due, while it waits for one.
    private(set) var nextAttempt: MediaTime?
    private var hasConnected = false
    /// Whether anything was ever written.
    private var hasBegun = false
    /// Refusals since media was last sent, or since someone asked for a connection, that a fresh address was to repair.
    private var repairs = 0
    private let repairable: Set<DeliveryError.Code>
    private let isRecording: Bool
    private let drainLimit: Duration
    /// How long to wait before attempt n after a loss, n counting from 1; `nil` gives up.
    private let delay: @Sendable (_ attempt: Int) -> Duration?

    /// - Parameter isRecording: a recording that fails ends, since opening it again would destroy it; paused, it stays open.
    /// - Parameter repairable: what the next attempt may repair with a fresh address, once.
    init(
        isRecording: Bool, drainLimit: Duration, repairable: Set<DeliveryError.Code> = [], delay: @escaping @Sendable (_ attempt: Int) -> Duration?
    ) {
        (self.isRecording, self.drainLimit, self.repairable, self.delay) = (isRecording, drainLimit, repairable, delay)
    }

    mutating func handle(_ event: Event, at now: MediaTime) -> Action {
        guard state != .closed else { return .none }
        switch event {
        case .start, .opened, .openFailed, .mediaSent, .broke, .retryDue, .linkUp: return proceed(event, at: now)
        case .pause, .resume, .reconnect: return obey(event, at: now)
        case .stop, .stopAtOnce, .drained: return end(event, at: now)
        }
    }

    // MARK: By itself

    private mutating func proceed(_ event: Event, at now: MediaTime) -> Action {
        switch (event, state) {
        case (.start, .idle):
            state = .connecting
            return .open
        case (.retryDue, .reconnecting), (.linkUp, .reconnecting):
            nextAttempt = nil
            return .open
        case (.opened, .connecting), (.opened, .reconnecting):
            if hasConnected { reconnects += 1 }
            (hasConnected, state) = (true, .connected)
            return .send
        case (.mediaSent, .connected):
            (state, hasBegun, failedAttempts, repairs) = (.live, true, 0, 0)
            return .none
        case (.openFailed(let error), .connecting), (.openFailed(let error), .reconnecting):
            // What was a wrong key at first may be a stream not yet closed later on; a key that ran out stays so.
            return retry(after: error, at: now, isPossible: error.isRetriable || hasBegun && error.code == .rejected)
        case (.broke(let error), .connected), (.broke(let error), .live):
            // A server that took what went before it, and says no to one file of many: a proxy's hiccup more often than not.
            return retry(after: error, at: now, isPossible: error.isRetriable || hasBegun && error.code == .rejected)
        default:
            return .none
        }
    }

    private mutating func retry(after error: DeliveryError, at now: MediaTime, isPossible: Bool) -> Action {
        lastError = error
        (failedAttempts, losses) = (failedAttempts + 1, losses + 1)
        guard isPossible || repairs(error), !isRecording, let delay = delay(failedAttempts) else {
            state = .failed
            return .rest
        }
        state = .reconnecting
        nextAttempt = now + delay
        return .wait(until: now + delay)
    }

    /// A fresh address that is refused too is refused for another reason.
    private mutating func repairs(_ error: DeliveryError) -> Bool {
        guard repairable.contains(error.code), repairs == 0 else { return false }
        repairs += 1
        return true
    }

    // MARK: As asked

    private mutating func obey(_ event: Event, at now: MediaTime) -> Action {
        switch (event, state) {
        case (.pause, .connected) where isRecording, (.pause, .live) where isRecording:
            state = .paused
            return .hold
        case (.pause, .idle), (.pause, .connecting), (.pause, .connected), (.pause, .live), (.pause, .reconnecting):
            (state, nextAttempt) = (.paused, nil)
            return .rest
        case (.resume, .paused) where isRecording && hasConnected:
            state = .connected
            return .send
        case (.resume, .paused):
            return connectAnew()
        case (.reconnect, .connecting), (.reconnect, .connected), (.reconnect, .live), (.reconnect, .reconnecting), (.reconnect, .failed):
            guard !(isRecording && hasConnected) else { return .none }
            return connectAnew()
        default:
            return .none
        }
    }

    private mutating func connectAnew() -> Action {
        (state, failedAttempts, repairs, nextAttempt) = (.connecting, 0, 0, nil)
        return .reopen
    }

    private mutating func end(_ event: Event, at now: MediaTime) -> Action {
        switch (event, state) {
        case (.stop, .connected), (.stop, .live):
            return .drain(until: now + drainLimit)
        case (.stop, .paused) where isRecording && hasConnected, (.drained, .connected), (.drained, .live):
            state = .closed
            return .finish
        case (.stop, .failed), (.stopAtOnce, .failed):
            return .abandon
        case (.stop, _), (.stopAtOnce, _):
            state = .closed
            return .abandon
        default:
            return .none
        }
    }
}
