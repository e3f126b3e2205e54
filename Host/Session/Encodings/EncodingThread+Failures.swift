import Codec

/// What becomes of an encoder that fails. The encoding's thread.
extension EncodingThread {
    /// One whose driver may crash or hang is in a process of its own, which ends with this thread.
    func makeEncoder(_ settings: VideoSettings) throws(CodecError) -> VideoEncoder {
        let program = EncoderProgram(program: EncoderCheck.ownProgram, arguments: [EncoderServer.command]) { [report] in report(.driverWrote($0)) }
        return try VideoEncoder(settings, hardwareIn: program)
    }

    /// One picture that is lost is counted; an encoder that makes nothing any more, and has no replacement, ends the broadcast.
    func noteFailure(_ error: CodecError) {
        figures.count(failure: error.description)
        failures += 1
        guard failures == Self.mostFailures else { return }
        report(.failed(SessionError(.failed, "the encoder \(configuration.encoder.text) fails: \(error.message): start again with the encoder x264")))
    }

    func noteReplacement() {
        guard !isReplaced, let encoder, let failure = encoder.failure else { return }
        isReplaced = true
        report(.encoderReplaced(by: EncoderName.text(of: encoder.settings.encoder), failure))
    }
}
