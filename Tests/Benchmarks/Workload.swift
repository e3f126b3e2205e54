import TestSupport

/// What happens on the screen while a peer streams it.
struct Workload {
    let name: String
    let stimulus: Stimulus.Workload
    let width: Int
    let height: Int

    static let all: [Workload] =
        [.idle, .typing, .scroll, .motion].map { Workload(name: $0.rawValue, stimulus: $0, width: 1920, height: 1080) }
        + [.idle, .typing].map { Workload(name: $0.rawValue + "-4k", stimulus: $0, width: 3840, height: 2160) }
}
