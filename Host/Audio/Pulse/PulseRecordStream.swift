import CPulse
import Platform

/// One record stream of a client: 48 kHz float stereo in fragments of 20 ms, copied into a ring with capture times.
///
/// The context of the stream's callbacks, which libpulse calls on its own thread, lock held. The client owns it and closes it
/// before letting it go. Reading allocates nothing.
final class PulseRecordStream: PulseStream {
    private unowned let client: PulseClient
    private let number: Int
    private let title: String
    private let ring: SampleRing
    private var stream: OpaquePointer?
    private var sampleFrames = 0
    private var latency = LatencyEstimate()
    private static let settledSampleFrames = AudioFormat.sampleRateHertz / 3
    /// A packet of AAC is 21 ms long: with shorter ones the thread would wake up for nothing.
    private static let quantaPerFragment = 2

    /// - Parameters:
    ///   - number: what the client knows it by.
    ///   - title: what it is called where people see the streams of the server.
    init(client: PulseClient, number: Int, title: String, ring: SampleRing) {
        (self.client, self.number, self.title, self.ring) = (client, number, title, ring)
    }

    deinit { precondition(stream == nil, "a PulseRecordStream must be closed before it is let go") }

    /// The server mixes any channel layout to stereo (mono goes to both sides).
    func open(_ end: StreamEnd, on context: OpaquePointer) -> Bool {
        guard let stream = PulseClient.makeStream(title, on: context) else { return false }
        self.stream = stream
        latency = LatencyEstimate(isMonitor: end.isMonitor)
        // A player's stream finds the monitor by itself.
        var deviceName: String? = end.device.name
        if case .player(let player, _) = end {
            guard pa_stream_set_monitor_stream(stream, player.index) == 0 else { return false }
            deviceName = nil
        }
        let own = Unmanaged.passUnretained(self).toOpaque()
        pa_stream_set_state_callback(stream, { _, own in PulseRecordStream.borrow(own).stateChanged() }, own)
        pa_stream_set_moved_callback(stream, { _, own in PulseRecordStream.borrow(own).moved() }, own)
        pa_stream_set_latency_update_callback(stream, { _, own in PulseRecordStream.borrow(own).timingUpdated() }, own)
        pa_stream_set_read_callback(stream, { _, _, own in PulseRecordStream.borrow(own).read() }, own)
        // Without ADJUST_LATENCY the fragment is ignored and blocks of 2 s come.
        var buffer = pa_buffer_attr(
            maxlength: .max, tlength: .max, prebuf: .max, minreq: .max,
            fragsize: UInt32(Self.quantaPerFragment * AudioFormat.quantumSampleFrames * AudioFormat.bytesPerSampleFrame))
        // DONT_MOVE: a device that goes ends its stream, instead of the server moving it to whatever is left.
        return pa_stream_connect_record(stream, deviceName, &buffer, PulseClient.streamFlags) == 0
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
        if let stream { client.stateChanged(of: stream, number, endedWhileTryingTo: "keep recording") }
    }

    private func moved() {
        if let stream { client.moved(stream, number) }
    }

    private func timingUpdated() {
        if sampleFrames > 0 { latency.countUpdate() }
    }

    /// Copies all that is there. A hole in the stream is silence of its length.
    private func read() {
        while let stream {
            let waitingBytes = pa_stream_readable_size(stream)
            guard waitingBytes > 0, waitingBytes != .max else { return }
            var data: UnsafeRawPointer?
            var countBytes = 0
            guard pa_stream_peek(stream, &data, &countBytes) == 0, countBytes > 0 else { return }
            let sampleFrames = countBytes / AudioFormat.bytesPerSampleFrame
            let time = captureTime(of: stream, sampleFrames: sampleFrames, waiting: waitingBytes / AudioFormat.bytesPerSampleFrame)
            // libpulse aligns its memory blocks for any sample.
            ring.write(data?.assumingMemoryBound(to: Float.self), sampleFrames: sampleFrames, capturedAt: time)
            pa_stream_drop(stream)
            count(sampleFrames)
        }
    }

    private func count(_ added: Int) {
        let before = sampleFrames
        sampleFrames += added
        if before == 0 { client.onEvent(client, .samplesCame(number)) }
        if before < Self.settledSampleFrames, sampleFrames >= Self.settledSampleFrames { client.onEvent(client, .samplesSettled(number)) }
    }

    /// When the first sample frame of what was just peeked was captured: all that waits has just filled up, and is older by
    /// what the estimate says.
    private func captureTime(of stream: OpaquePointer, sampleFrames: Int, waiting: Int) -> MediaTime {
        let now = MediaTime.now()
        let filling = AudioFormat.span(ofSampleFrames: waiting)
        var microseconds: pa_usec_t = 0
        var isNegative: Int32 = 0
        var reported: Duration?
        // The reported latency is the age of the read position, which moves at `drop`; negative for what a monitor has
        // still to play. There is none before the first timing update.
        if pa_stream_get_latency(stream, &microseconds, &isNegative) == 0 {
            let age = Duration.microseconds(Int64(clamping: min(microseconds, 10_000_000)))
            reported = (isNegative != 0 ? .zero - age : age) - filling
        }
        return now - filling - latency.observe(reported, span: AudioFormat.span(ofSampleFrames: sampleFrames))
    }

    private static func borrow(_ argument: UnsafeMutableRawPointer?) -> PulseRecordStream {
        Unmanaged<PulseRecordStream>.fromOpaque(argument!).takeUnretainedValue()
    }
}
