import Codec
import Events

extension SessionConfiguration {
    /// The same, with a hardware encoder that works, or x264 instead of one that does not, which is told.
    ///
    /// Blocks as long as trying takes, a second or so; encoders in software need not be tried.
    /// - Throws: `.badSetting` for another codec than H.264, since software may be too slow for that: it is for the user to choose.
    @available(*, noasync)
    func withWorkingEncoder(_ check: EncoderCheck, _ journal: EventJournal) throws(SessionError) -> SessionConfiguration {
        guard encoder.isHardware, streams != .audioOnly else { return self }
        let trial = check.run(encoder, size: canvasSize ?? Self.largestAutomaticCanvas, framesPerSecond: framesPerSecond, device: encoderDevice)
        guard !trial.works else { return self }
        guard encoder.coding == .h264 else {
            let instead = EncoderName.all.filter { !$0.isHardware && $0.coding == encoder.coding }.map(\.text) + [EncoderName.x264.text]
            throw SessionError(
                .badSetting, "\(encoder.text) does not work here: \(trial.problem): give --encoder \(instead.joined(separator: " or "))")
        }
        journal.note(.encoder(.replaced(encoder.text, by: EncoderName.x264.text, why: trial.problem)))
        var other = self
        (other.encoder, other.encoderDevice, other.encoderProblem) = (.x264, nil, trial.problem)
        return other
    }
}
