import TestSupport

/// What happens on the screen while a peer streams it.
struct Workload {
    let name: String
    let stimulus: Stimulus.Workload
    let width: Int
    let height: Int
    /// How many processes use a processor each, meanwhile, at ordinary priority.
    var busyLoops = 0

    static let all: [Workload] =
        [.idle, .typing, .scroll, .motion].map { Workload(name: $0.rawValue, stimulus: $0, width: 1920, height: 1080) }
        + [.idle, .typing].map { Workload(name: $0.rawValue + "-4k", stimulus: $0, width: 3840, height: 2160) }
        + [
            // More than the preset veryfast can encode in time on one thread.
            Workload(name: "overload", stimulus: .grain, width: 1920, height: 1080),
            Workload(name: "motion-beside-busy", stimulus: .motion, width: 1920, height: 1080, busyLoops: 2),
        ]

    static func named(_ name: String) -> Workload? { all.first { $0.name == name } }
}
