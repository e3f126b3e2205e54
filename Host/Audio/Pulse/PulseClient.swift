import CPulse
import Platform

/// One client of a PulseAudio server: the library's thread, the connection, and its streams, which go by numbers.
///
/// This is the context of every callback of libpulse but the streams'. libpulse calls on its own thread, with its lock held;
/// `onEvent` is called there too. All methods need that lock: call them from `onEvent`, or inside `perform`. The exceptions
/// are `perform` and `close`, which take it. Callbacks borrow `self`: `close` must come before the last reference goes.
final class PulseClient: @unchecked Sendable {
    // @unchecked: all state is behind the lock of `loop`.
    typealias Handler = @Sendable (PulseClient, PulseEvent) -> Void

    let server: String?
    let interest: PulseInterest
    let onEvent: Handler
    private let loop: OpaquePointer

    // --- protected by the loop's lock ---
    private(set) var context: OpaquePointer?
    private var streams: [Int: any PulseStream] = [:]
    private var timer: OpaquePointer?
    private var echo: OpaquePointer?
    private var isClosed = false
    var listing = PulseListing()

    /// Starts libpulse's thread; connects nothing yet.
    init(server: String?, interest: PulseInterest, onEvent: @escaping Handler) throws(AudioError) {
        self.server = server
        self.interest = interest
        self.onEvent = onEvent
        guard let loop = pa_threaded_mainloop_new() else {
            throw AudioError(.system, "libpulse cannot create its main loop: out of memory or descriptors")
        }
        self.loop = loop
        pa_threaded_mainloop_set_name(loop, "pulse")
        guard pa_threaded_mainloop_start(loop) == 0 else {
            pa_threaded_mainloop_free(loop)
            throw AudioError(.system, "libpulse cannot start its thread: the system refused it")
        }
    }

    deinit { precondition(isClosed, "a PulseClient must be closed before it is let go") }

    /// How messages name the server.
    var address: String { server ?? "of this user" }

    /// Runs `body` with the lock held. Never from `onEvent`. Does nothing once closed.
    func perform(_ body: (PulseClient) -> Void) {
        pa_threaded_mainloop_lock(loop)
        if !isClosed { body(self) }
        pa_threaded_mainloop_unlock(loop)
    }

    /// Ends everything and joins libpulse's thread; no event comes after it. Never from `onEvent`.
    func close() {
        pa_threaded_mainloop_lock(loop)
        let wasClosed = isClosed
        if !wasClosed {
            cancel(&timer)
            cancel(&echo)
            disconnect()
            isClosed = true
        }
        pa_threaded_mainloop_unlock(loop)
        guard !wasClosed else { return }
        pa_threaded_mainloop_stop(loop)
        pa_threaded_mainloop_free(loop)
    }

    /// Connects anew, with a fresh context; ends in `ready` or `gone`.
    func connect() {
        disconnect()
        let properties = PulseProperties.ours()
        defer { if let properties { pa_proplist_free(properties) } }
        guard let context = pa_context_new_with_proplist(pa_threaded_mainloop_get_api(loop), "Splitcast", properties) else {
            return onEvent(self, .gone(AudioError(.system, "libpulse cannot create a connection: out of memory")))
        }
        self.context = context
        pa_context_set_state_callback(context, contextStateChanged, Unmanaged.passUnretained(self).toOpaque())
        // A sound server is never started from here: that would fork a process full of threads.
        if pa_context_connect(context, server, PA_CONTEXT_NOAUTOSPAWN, nil) < 0, self.context == context {
            // libpulse reports most failures by the callback as well; what comes second finds the context gone.
            let error = failure("reach the sound server \(address)")
            disconnect()
            onEvent(self, .gone(error))
        }
    }

    func disconnect() {
        for stream in streams.values { stream.close() }
        streams.removeAll()
        listing = PulseListing()
        guard let context else { return }
        self.context = nil
        pa_context_set_state_callback(context, nil, nil)
        pa_context_set_subscribe_callback(context, nil, nil)
        pa_context_disconnect(context)
        pa_context_unref(context)
    }

    /// Opens a stream under a number, in place of the one that has it: the first on this connection, others beside it.
    func open(_ stream: any PulseStream, as number: Int, on end: StreamEnd) {
        closeStream(number)
        guard let context, let api = pa_threaded_mainloop_get_api(loop) else { return }
        let stream: any PulseStream = streams.isEmpty ? stream : PulseBranch(stream, number: number, of: self, on: api)
        streams[number] = stream
        if !stream.open(end, on: context), streams[number] === stream {
            let error = failure("open \(end.name)")
            closeStream(number)
            onEvent(self, .streamEnded(number, error))
        }
    }

    func closeStream(_ number: Int) { streams.removeValue(forKey: number)?.close() }

    /// Has `timeCame` sent once, after `span`; a later call replaces an earlier one.
    func wake(after span: Duration) {
        cancel(&timer)
        timer = event(after: span) { _, _, _, client in
            let client = PulseClient.borrow(client)
            client.cancel(&client.timer)
            client.onEvent(client, .timeCame)
        }
    }

    /// Half a second after a change all is looked at once more: PipeWire tells of things before it knows all about them, and not again.
    private func noteChange() {
        if echo == nil {
            echo = event(after: .milliseconds(500)) { _, _, _, client in
                let client = PulseClient.borrow(client)
                client.cancel(&client.echo)
                client.onEvent(client, .changed)
            }
        }
        onEvent(self, .changed)
    }

    private func event(after span: Duration, _ body: pa_time_event_cb_t) -> OpaquePointer? {
        guard let api = pa_threaded_mainloop_get_api(loop) else { return nil }
        var time = timeval()
        pa_gettimeofday(&time)
        pa_timeval_add(&time, UInt64(max(0, span.inNanoseconds / 1000)))
        return api.pointee.time_new(api, &time, body, Unmanaged.passUnretained(self).toOpaque())
    }

    private func cancel(_ timer: inout OpaquePointer?) {
        guard let old = timer, let api = pa_threaded_mainloop_get_api(loop) else { return }
        timer = nil
        api.pointee.time_free(old)
    }

    /// The one funnel from libpulse's status to an error of ours.
    /// - Parameter branch: the connection that failed, where it is not this client's.
    func failure(_ intent: String, on branch: OpaquePointer? = nil) -> AudioError {
        let number = (branch ?? context).map { pa_context_errno($0) } ?? Int32(PA_ERR_CONNECTIONTERMINATED.rawValue)
        let reason = String(cString: pa_strerror(number))
        switch pa_error_code_t(UInt32(bitPattern: number)) {
        case PA_ERR_CONNECTIONREFUSED, PA_ERR_CONNECTIONTERMINATED, PA_ERR_INVALIDSERVER, PA_OK:
            return AudioError(.noServer, "cannot \(intent): \(reason); is PulseAudio or PipeWire running for this user?")
        case PA_ERR_ACCESS, PA_ERR_AUTHKEY:
            return AudioError(
                .permissionDenied,
                "cannot \(intent): \(reason); run as the user who owns the sound server, or give its cookie file in PULSE_COOKIE")
        case PA_ERR_TIMEOUT:
            return AudioError(.timedOut, "cannot \(intent): \(reason)")
        default:
            return AudioError(.refused, "cannot \(intent): \(reason)")
        }
    }

    /// From a callback's argument. Valid since the client outlives its callbacks.
    static func borrow(_ argument: UnsafeMutableRawPointer?) -> PulseClient {
        Unmanaged<PulseClient>.fromOpaque(argument!).takeUnretainedValue()
    }

    fileprivate func stateChanged(of context: OpaquePointer) {
        guard context == self.context else { return }
        switch pa_context_get_state(context) {
        case PA_CONTEXT_READY:
            // This is libpulse's thread, which carries the samples.
            Urgency.claim()
            subscribe()
            onEvent(self, .ready)
        case PA_CONTEXT_FAILED, PA_CONTEXT_TERMINATED:
            let error = failure("reach the sound server \(address)")
            disconnect()
            onEvent(self, .gone(error))
        default: break
        }
    }

    private func subscribe() {
        guard let context else { return }
        pa_context_set_subscribe_callback(
            context,
            { _, _, _, client in
                PulseClient.borrow(client).noteChange()
            }, Unmanaged.passUnretained(self).toOpaque())
        if let operation = pa_context_subscribe(context, interest.subscription, nil, nil) { pa_operation_unref(operation) }
    }
}

/// Called by libpulse on its thread, lock held; the client outlives it.
private func contextStateChanged(_ context: OpaquePointer?, _ client: UnsafeMutableRawPointer?) {
    guard let context else { return }
    PulseClient.borrow(client).stateChanged(of: context)
}
