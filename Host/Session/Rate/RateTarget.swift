import Events
import RateControl

/// A target whose link is followed, at one moment.
struct RateTarget: Sendable {
    let subject: TargetSubject
    let sample: LinkSample

    var id: Int { subject.id }
}

extension LinkSample {
    /// Media time in front of the link, for people.
    var waiting: Duration { queued + (buffered ?? .zero) }
}
