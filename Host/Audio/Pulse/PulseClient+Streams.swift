import CPulse

/// What streams that record and streams that play have alike.
extension PulseClient {
    /// `ADJUST_LATENCY` makes the buffer's sizes count; `DONT_MOVE`: a device that goes ends its stream, instead of the server moving it.
    static let streamFlags = pa_stream_flags_t(
        PA_STREAM_ADJUST_LATENCY.rawValue | PA_STREAM_AUTO_TIMING_UPDATE.rawValue | PA_STREAM_INTERPOLATE_TIMING.rawValue
            | PA_STREAM_DONT_MOVE.rawValue)

    /// Makes a stream of 48 kHz float stereo that is not connected yet; `nil` when libpulse cannot.
    static func makeStream(_ title: String, on context: OpaquePointer) -> OpaquePointer? {
        var format = pa_sample_spec(format: PA_SAMPLE_FLOAT32LE, rate: UInt32(AudioFormat.sampleRateHertz), channels: UInt8(AudioFormat.channels))
        let properties = PulseProperties.ours()
        defer { if let properties { pa_proplist_free(properties) } }
        return pa_stream_new_with_proplist(context, title, &format, nil, properties)
    }

    /// Tells that a stream is ready, or has ended.
    func stateChanged(of stream: OpaquePointer, _ number: Int, endedWhileTryingTo intent: String) {
        switch pa_stream_get_state(stream) {
        case PA_STREAM_READY: onEvent(self, .streamReady(number))
        case PA_STREAM_FAILED, PA_STREAM_TERMINATED: onEvent(self, .streamEnded(number, failure(intent, on: pa_stream_get_context(stream))))
        default: break
        }
    }

    /// Tells which device a stream is at now.
    func moved(_ stream: OpaquePointer, _ number: Int) {
        guard let name = pa_stream_get_device_name(stream) else { return }
        onEvent(self, .streamMoved(number, String(cString: name)))
    }
}
