package import Frames
package import Platform

/// What becomes of the picture's encoder when the machine or the link is too slow for it.
package enum EncoderEvent: Hashable, Sendable {
    /// Pictures took longer to encode than there is time for, for two seconds.
    case overloaded(perPicture: Duration, budget: Duration)
    /// There is time again.
    case recovered(perPicture: Duration)
    /// A step down: what viewers get now.
    case loadShed(Step, Cause)
    /// A step up again.
    case loadRestored(Step)
    /// How much work goes into a picture has changed; `of` is the most.
    case effort(String, of: String, perPicture: Duration, budget: Duration)
    case bitRate(from: Int, to: Int)
    /// The user's latest word.
    case limits(ceiling: Int, floor: Int?)
    /// The encoder that was asked for does not work, or stopped to: another of the same codec is at work.
    case replaced(String, by: String, why: String)
    /// It was told a bit rate, more than once, and gives more, or nothing at all.
    case notFollowing(told: Int, encoded: Int)

    package enum Cause: String, Hashable, Sendable { case overload, network }

    package enum Step: Hashable, Sendable {
        case frameRate(FrameRate)
        case size(PixelSize)
        /// A still that costs next to nothing.
        case poorPicture
        case audioAlone

        var text: String {
            switch self {
            case .frameRate(let rate): "\(rate) frames a second"
            case .size(let size): "a picture of \(size)"
            case .poorPicture: "a still picture"
            case .audioAlone: "sound alone"
            }
        }

        var code: String {
            switch self {
            case .frameRate: "frameRate"
            case .size: "size"
            case .poorPicture: "poorPicture"
            case .audioAlone: "soundAlone"
            }
        }
    }

    var description: EventDescription {
        switch self {
        case .overloaded(let time, let budget):
            return EventDescription(
                .encoderOverloaded, .warning,
                "this machine is too slow: a picture takes \(Self.milliseconds(time)) to encode, and there is time for \(Self.milliseconds(budget))",
                remedy: "lower --fps or --size, choose a faster --preset, or end other programs"
            ).with("pictureMilliseconds", .number(time.inMilliseconds)).with("budgetMilliseconds", .number(budget.inMilliseconds))
        case .recovered(let time):
            return EventDescription(.encoderRecovered, .info, "encoding keeps up again: \(Self.milliseconds(time)) a picture")
                .with("pictureMilliseconds", .number(time.inMilliseconds))
        case .loadShed(let step, let cause):
            let why = cause == .overload ? "this machine is too slow" : "the line is too slow"
            return EventDescription(
                .encoderLoadShed, .warning, "\(why): viewers get \(step.text) for now",
                remedy: cause == .overload ? "lower --fps or --size for good" : "lower --bitrate, or use a better line"
            ).with("step", .text(step.code)).with("to", .text(step.text)).with("cause", .text(cause.rawValue))
        case .loadRestored(let step):
            return EventDescription(.encoderLoadRestored, .info, "viewers get \(step.text) again").with("step", .text(step.code)).with(
                "to", .text(step.text))
        case .effort(let effort, let most, let time, let budget):
            let text =
                effort == most
                ? "encoding takes all its time again, as \(most) has it: a picture took \(Self.milliseconds(time))"
                : "encoding takes the effort of \(effort), of \(most) at most: a picture took \(Self.milliseconds(time)), "
                    + "and there is time for \(Self.milliseconds(budget))"
            return EventDescription(.encoderEffort, .info, text).with("effort", .text(effort)).with("preset", .text(most))
                .with("pictureMilliseconds", .number(time.inMilliseconds)).with("budgetMilliseconds", .number(budget.inMilliseconds))
        case .bitRate(let old, let new):
            return EventDescription(.encoderBitRate, .detail, "bit rate \(old / 1000) → \(new / 1000) kb/s").with("from", .whole(old)).with(
                "to", .whole(new))
        case .limits(let ceiling, let floor):
            let least = floor.map { ", and down to \($0 / 1000)" } ?? ""
            return EventDescription(.encoderLimits, .info, "the picture's bit rate is at most \(ceiling / 1000) kb/s\(least)").with(
                "ceiling", .whole(ceiling)
            )
            .with("floor", .whole(floor ?? 0))
        case .replaced(let old, let new, let why):
            return EventDescription(
                .encoderReplaced, .warning, "the encoder \(old) failed, and \(new) goes on: \(why)",
                remedy: "see 'splitcast encoders' for what works here, or give --encoder \(new)"
            ).with("from", .text(old)).with("to", .text(new)).with("why", .text(why))
        case .notFollowing(let told, let encoded):
            return EventDescription(
                .encoderNotFollowing, .warning, "the encoder gives \(encoded / 1000) kb/s where \(told / 1000) are wanted",
                remedy: "lower --size or --fps, or raise --min-bitrate"
            ).with("told", .whole(told)).with("encoded", .whole(encoded))
        }
    }

    private static func milliseconds(_ span: Duration) -> String {
        let tenths = (span.inNanoseconds + 50_000) / 100_000
        return "\(tenths / 10).\(tenths % 10) ms"
    }
}
