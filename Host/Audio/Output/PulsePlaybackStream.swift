import CPulse

/// One playback stream of a client: 48 kHz float stereo, filled from a feed whenever the server asks.
///
/// The context of the stream's callbacks, which libpulse calls on its own thread, lock held. The client owns it and closes it
/// before letting it go.
final class PulsePlaybackStream: PulseStream {
    private unowned let client: PulseClient
    private let number: Int
    private let title: String
    private let feed: PlaybackFeed
    private let quantum: UnsafeMutablePointer<Float>
    private var stream: OpaquePointer?
    private static let quantumBytes = AudioFormat.quantumSampleFrames * AudioFormat.bytesPerSampleFrame

    init(client: PulseClient, number: Int, title: String, feed: PlaybackFeed) {
        (self.client, self.number, self.title, self.feed) = (client, number, title, feed)
        quantum = .allocate(capacity: AudioFormat.quantumFloats)
        quantum.initialize(repeating: 0, count: AudioFormat.quantumFloats)
    }

    deinit {
        precondition(stream == nil, "a PulsePlaybackStream must be closed before it is let go")
        quantum.deallocate()
    }

    func open(_ end: StreamEnd, on context: OpaquePointer) -> Bool {
        guard let stream = PulseClient.makeStream(title, on: context) else { return false }
        self.stream = stream
        let own = Unmanaged.passUnretained(self).toOpaque()
        pa_stream_set_state_callback(stream, { _, own in PulsePlaybackStream.borrow(own).stateChanged() }, own)
        pa_stream_set_moved_callback(stream, { _, own in PulsePlaybackStream.borrow(own).moved() }, own)
        pa_stream_set_write_callback(stream, { _, _, own in PulsePlaybackStream.borrow(own).write() }, own)
        // 30 ms from here to the ears, where the sink can; no stop after a shortage.
        var buffer = pa_buffer_attr(
            maxlength: .max, tlength: UInt32(3 * Self.quantumBytes), prebuf: 0, minreq: UInt32(Self.quantumBytes), fragsize: .max)
        // DONT_MOVE: what is meant for headphones is never moved to speakers when they go.
        return pa_stream_connect_playback(stream, end.device.name, &buffer, PulseClient.streamFlags, nil, nil) == 0
    }

    func close() {
        guard let stream else { return }
        self.stream = nil
        pa_stream_set_state_callback(stream, nil, nil)
        pa_stream_set_moved_callback(stream, nil, nil)
        pa_stream_set_write_callback(stream, nil, nil)
        pa_stream_disconnect(stream)
        pa_stream_unref(stream)
    }

    private func stateChanged() {
        guard let stream else { return }
        // Asked first: who is told may close the stream.
        let isReady = pa_stream_get_state(stream) == PA_STREAM_READY
        client.stateChanged(of: stream, number, endedWhileTryingTo: "keep playing")
        if isReady { client.onEvent(client, .samplesCame(number)) }
    }

    private func moved() {
        if let stream { client.moved(stream, number) }
    }

    /// Gives whole quanta; what the server wants beyond them it asks for again with the next.
    private func write() {
        guard let stream else { return }
        let wantedBytes = pa_stream_writable_size(stream)
        guard wantedBytes >= Self.quantumBytes, wantedBytes != .max else { return }
        feed.demand(at: .now())
        for _ in 0..<(wantedBytes / Self.quantumBytes) {
            feed.fill(quantum)
            guard pa_stream_write(stream, quantum, Self.quantumBytes, nil, 0, PA_SEEK_RELATIVE) == 0 else { return }
        }
    }

    private static func borrow(_ argument: UnsafeMutableRawPointer?) -> PulsePlaybackStream {
        Unmanaged<PulsePlaybackStream>.fromOpaque(argument!).takeUnretainedValue()
    }
}
