import AppGroup

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
        /// Everything queued shall still go out if it can be in time.
        case stop
        case stopAtOnce
        /// After `.drain`: the queue is empty, or time is up.
        case drained
    }

    enum Action: Hashable {
        case none
        case open
        /// Ask for a key frame and send what comes.
        case send
        /// Close, then come back with `.retryDue` at that time.
        case wait(until: MediaTime)
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
    private var hasConnected = false
    private let mayReconnect: Bool
    private let retryInterval: Duration
    private let drainLimit: Duration

    /// - Parameter isRecording: a recording that fails ends; opening it again would destroy it.
    init(isRecording: Bool, retryInterval: Duration, drainLimit: Duration) {
        mayReconnect = !isRecording
        (self.retryInterval, self.drainLimit) = (retryInterval, drainLimit)
    }

    mutating func handle(_ event: Event, at now: MediaTime) -> Action {
        guard !state.isEnded else { return .none }
        switch (event, state) {
        case (.start, .idle):
            state = .connecting
            return .open
        case (.retryDue, .reconnecting):
            return .open
        case (.opened, .connecting), (.opened, .reconnecting):
            if hasConnected { reconnects += 1 }
            hasConnected = true
            state = .connected
            return .send
        case (.mediaSent, .connected):
            state = .live
            return .none
        case (.openFailed(let error), .connecting), (.openFailed(let error), .reconnecting):
            // What was a wrong key at first may be a stream not yet closed later on.
            return retry(after: error, at: now, isPossible: error.isRetriable || hasConnected)
        case (.broke(let error), .connected), (.broke(let error), .live):
            return retry(after: error, at: now, isPossible: error.isRetriable)
        case (.stop, .connected), (.stop, .live):
            return .drain(until: now + drainLimit)
        case (.drained, .connected), (.drained, .live):
            state = .closed
            return .finish
        case (.stop, _), (.stopAtOnce, _):
            state = .closed
            return .abandon
        default:
            return .none
        }
    }

    private mutating func retry(after error: DeliveryError, at now: MediaTime, isPossible: Bool) -> Action {
        lastError = error
        guard isPossible, mayReconnect else {
            state = .failed
            return .abandon
        }
        state = .reconnecting
        return .wait(until: now + retryInterval)
    }
}
