import AppGroup
import CPulse

/// One record stream of a client: 48 kHz float stereo in fragments of 10 ms, copied into a ring with capture times.
///
/// The context of the stream's callbacks, which libpulse calls on its own thread, lock held. The client owns it and closes it
/// before letting it go. Reading allocates nothing.
final class PulseRecordStream {
    private unowned let client: PulseClient
    private let ring: SampleRing
    private var stream: OpaquePointer?
    private var hasSamples = false
    private var latency = LatencyEstimate()

    init(client: PulseClient, ring: SampleRing) {
        self.client = client
        self.ring = ring
    }

    deinit { precondition(stream == nil, "a PulseRecordStream must be closed before it is let go") }

    /// False when libpulse refuses at once; otherwise `streamReady` or `streamEnded` follows. The server mixes any channel
    /// layout to stereo (mono goes to both sides).
    func open(_ device: SoundDevice, on context: OpaquePointer) -> Bool {
        var format = pa_sample_spec(format: PA_SAMPLE_FLOAT32LE, rate: UInt32(SoundFormat.sampleRateHertz), channels: UInt8(SoundFormat.channels))
        guard let stream = pa_stream_new(context, "microphone", &format, nil) else { return false }
        self.stream = stream
        let own = Unmanaged.passUnretained(self).toOpaque()
        pa_stream_set_state_callback(stream, { _, own in PulseRecordStream.borrow(own).stateChanged() }, own)
        pa_stream_set_moved_callback(stream, { _, own in PulseRecordStream.borrow(own).moved() }, own)
        pa_stream_set_latency_update_callback(stream, { _, own in PulseRecordStream.borrow(own).timingUpdated() }, own)
        pa_stream_set_read_callback(stream, { _, _, own in PulseRecordStream.borrow(own).read() }, own)
        // Without ADJUST_LATENCY the fragment is ignored and blocks of 2 s come.
        var buffer = pa_buffer_attr(
            maxlength: .max, tlength: .max, prebuf: .max, minreq: .max,
            fragsize: UInt32(SoundFormat.quantumSampleFrames * SoundFormat.bytesPerSampleFrame))
        // DONT_MOVE: a device that goes ends its stream, instead of the server moving it to whatever is left.
        let flags =
            PA_STREAM_ADJUST_LATENCY.rawValue | PA_STREAM_AUTO_TIMING_UPDATE.rawValue | PA_STREAM_INTERPOLATE_TIMING.rawValue
            | PA_STREAM_DONT_MOVE.rawValue
        return pa_stream_connect_record(stream, device.name, &buffer, pa_stream_flags_t(flags)) == 0
    }

    func close() {
        guard let stream else { return }
        self.stream = nil
        pa_stream_set_state_callback(stream, nil, nil)
        pa_stream_set_moved_callback(stream, nil, nil)
        pa_stream_set_latency_update_callback(stream, nil, nil)
        pa_stream_set_read_callback(stream, nil, nil)
        pa_stream_disconnect(stream)
        pa_stream_unref(stream)
    }

    private func stateChanged() {
        guard let stream else { return }
        switch pa_stream_get_state(stream) {
        case PA_STREAM_READY: client.onEvent(client, .streamReady)
        case PA_STREAM_FAILED, PA_STREAM_TERMINATED: client.onEvent(client, .streamEnded(client.failure("keep recording")))
        default: break
        }
    }

    private func moved() {
        guard let stream, let name = pa_stream_get_device_name(stream) else { return }
        client.onEvent(client, .streamMoved(String(cString: name)))
    }

    private func timingUpdated() {
        if hasSamples { latency.countUpdate() }
    }

    /// Copies all that is there. A hole in the stream is silence of its length.
    private func read() {
        while let stream {
            let waitingBytes = pa_stream_readable_size(stream)
            guard waitingBytes > 0, waitingBytes != .max else { return }
            var data: UnsafeRawPointer?
            var countBytes = 0
            guard pa_stream_peek(stream, &data, &countBytes) == 0, countBytes > 0 else { return }
            let sampleFrames = countBytes / SoundFormat.bytesPerSampleFrame
            let time = captureTime(of: stream, sampleFrames: sampleFrames, waiting: waitingBytes / SoundFormat.bytesPerSampleFrame)
            // libpulse aligns its memory blocks for any sample.
            ring.write(data?.assumingMemoryBound(to: Float.self), sampleFrames: sampleFrames, capturedAt: time)
            pa_stream_drop(stream)
            if !hasSamples {
                hasSamples = true
                client.onEvent(client, .samplesCame)
            }
        }
    }

    /// When the first sample frame of what was just peeked was captured: all that waits has just filled up, and is older by
    /// what the estimate says.
    private func captureTime(of stream: OpaquePointer, sampleFrames: Int, waiting: Int) -> MediaTime {
        let now = MediaTime.now()
        let filling = SoundFormat.span(ofSampleFrames: waiting)
        var microseconds: pa_usec_t = 0
        var isNegative: Int32 = 0
        var reported: Duration?
        // The reported latency is the age of the read position, which moves at `drop`; negative for what a monitor has
        // still to play. There is none before the first timing update.
        if pa_stream_get_latency(stream, &microseconds, &isNegative) == 0 {
            let age = Duration.microseconds(Int64(clamping: min(microseconds, 10_000_000)))
            reported = (isNegative != 0 ? .zero - age : age) - filling
        }
        return now - filling - latency.observe(reported, span: SoundFormat.span(ofSampleFrames: sampleFrames))
    }

    private static func borrow(_ argument: UnsafeMutableRawPointer?) -> PulseRecordStream {
        Unmanaged<PulseRecordStream>.fromOpaque(argument!).takeUnretainedValue()
    }
}
