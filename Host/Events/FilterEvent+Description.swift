import Filters
import Platform

extension FilterEvent {
    /// - Parameter id: the filter's number.
    func description(of id: Int, source: String) -> EventDescription {
        let subject = "filter \(id) of \(source)"
        let description: EventDescription
        switch self {
        case .tooSlow(let time, let share, let isLonger):
            let (taken, most) = ((isLonger ? "more than " : "") + time.inTenths, share.inTenths)
            description = EventDescription(
                .filterBypassed, .warning, "\(subject) is passed by: it takes \(taken) a picture, and the source's filters may take \(most)",
                remedy: "'splitcast filter set \(id)' with less tries it again, 'splitcast filter remove \(id)' ends it; a smaller layer takes less"
            ).passedBy("slow", picture: time, share: share)
        case .ended(let why):
            description = EventDescription(
                .filterBypassed, .warning, "\(subject) is passed by until its program is started again: \(why)",
                remedy: "see what the program needs if this comes again"
            ).passedBy("ended")
        case .silent:
            description = EventDescription(
                .filterBypassed, .warning,
                "\(subject) is passed by until its program is started again: \(trouble)",
                remedy: "see what the program waits for if this comes again"
            ).passedBy("silent")
        case .back: description = EventDescription(.filterBack, .info, "\(subject) works again")
        case .refused(let why):
            description = EventDescription(
                .filterGaveUp, .error, "\(subject) is passed by, and its program was ended: \(why)",
                remedy: "correct the program, then 'splitcast filter set \(id) exec=…'"
            ).with("cause", "refused")
        case .gaveUp(let runs, let why):
            description = EventDescription(
                .filterGaveUp, .error, "\(subject) is passed by: its program ended \(runs) times and is not started again: \(why)",
                remedy: "see what it needs, then 'splitcast filter set \(id) exec=…'"
            ).with("cause", "ended")
        case .failed:
            description = EventDescription(
                .filterBypassed, .warning, "\(subject) is passed by: libavfilter failed",
                remedy: "'splitcast filter set \(id)' tries it again, 'splitcast filter remove \(id)' ends it"
            ).passedBy("failed")
        }
        return description.with("filter", .whole(id)).with("source", .text(source))
    }

}

extension Duration {
    /// "31.2 ms".
    fileprivate var inTenths: String {
        let tenths = (inNanoseconds + 50_000) / 100_000
        return "\(tenths / 10).\(tenths % 10) ms"
    }
}

extension EventDescription {
    /// - Parameters:
    ///   - picture: what a picture takes, where that is the cause.
    ///   - share: what it may take.
    fileprivate func passedBy(_ cause: String, picture: Duration = .zero, share: Duration = .zero) -> EventDescription {
        with("cause", .text(cause)).with("pictureMilliseconds", .number(picture.inMilliseconds))
            .with("shareMilliseconds", .number(share.inMilliseconds))
    }
}
