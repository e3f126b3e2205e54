import CPulse

/// A stream on a connection of its own, beside the client's other streams.
///
/// PipeWire 0.3's pulse server holds a stream's audio back while its connection has anything else to send: of two streams, one
/// comes in lumps of up to 0.4 s. Everything is called with the lock of libpulse's loop held.
final class PulseBranch: PulseStream {
    private unowned let client: PulseClient
    private let number: Int
    private let stream: any PulseStream
    private let api: UnsafeMutablePointer<pa_mainloop_api>
    private var end: StreamEnd?
    private var context: OpaquePointer?

    /// - Parameters:
    ///   - number: what the client knows the stream by.
    ///   - api: of the client's loop.
    init(_ stream: any PulseStream, number: Int, of client: PulseClient, on api: UnsafeMutablePointer<pa_mainloop_api>) {
        (self.stream, self.number, self.client, self.api) = (stream, number, client, api)
    }

    deinit { precondition(context == nil, "a PulseBranch must be closed before it is let go") }

    /// - Parameter main: the client's own connection, which stays as it is.
    func open(_ end: StreamEnd, on main: OpaquePointer) -> Bool {
        let properties = PulseProperties.ours()
        defer { if let properties { pa_proplist_free(properties) } }
        guard let context = pa_context_new_with_proplist(api, "Splitcast", properties) else { return false }
        (self.context, self.end) = (context, end)
        pa_context_set_state_callback(
            context,
            { context, own in
                guard let context else { return }
                Unmanaged<PulseBranch>.fromOpaque(own!).takeUnretainedValue().stateChanged(of: context)
            }, Unmanaged.passUnretained(self).toOpaque())
        return pa_context_connect(context, client.server, PA_CONTEXT_NOAUTOSPAWN, nil) >= 0
    }

    func close() {
        stream.close()
        guard let context else { return }
        self.context = nil
        pa_context_set_state_callback(context, nil, nil)
        pa_context_disconnect(context)
        pa_context_unref(context)
    }

    private func stateChanged(of context: OpaquePointer) {
        guard context == self.context, let end else { return }
        switch pa_context_get_state(context) {
        case PA_CONTEXT_READY:
            guard !stream.open(end, on: context) else { return }
            client.onEvent(client, .streamEnded(number, client.failure("open \(end.name)", on: context)))
        case PA_CONTEXT_FAILED, PA_CONTEXT_TERMINATED:
            client.onEvent(client, .streamEnded(number, client.failure("reach the sound server \(client.address)", on: context)))
        default: break
        }
    }
}
