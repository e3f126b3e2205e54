import AppGroup
import Delivery

/// A target whose line is followed, at one moment.
struct RateTarget: Sendable {
    let subject: TargetSubject
    let sample: LineSample

    var id: Int { subject.id }
}

extension LineSample {
    /// Media time in front of the line, for people.
    var waiting: Duration { queued + (buffered ?? .zero) }
}
