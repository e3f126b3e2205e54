import TestSupport

/// What one run of one peer on one workload showed.
struct Measurement {
    struct Process {
        /// "agent", "host", the peer's name, "X server".
        let role: String
        /// Processor time ÷ time.
        let cores: Double
        let uniqueBytes: Int
        let proportionalBytes: Int
        let residentBytes: Int
    }

    let processes: [Process]
    /// From the recorded stamps, within the measured time and around it.
    let tally: StampTally
    /// From drawn to received, each frame number once.
    let ages: [Duration]
    /// From the start of the process to the first coded picture in the server's recording.
    let firstPacket: Duration
    /// How many runs it is made of.
    var runs = 1

    /// Different frames that were received in the measured time of a run, on average.
    var framesInTime: Double { Double(ages.count) / Double(runs) }

    /// Cores of the peer itself, without the X server.
    var cores: Double { processes.filter { $0.role != Self.screenServer }.reduce(0) { $0 + $1.cores } }

    static let screenServer = "X server"

    /// Several runs as one: means of processor time and memory, all frames and ages, the median first packet.
    init(combining runs: [Measurement]) {
        let roles = runs.flatMap { $0.processes.map(\.role) }
        processes = Set(roles).sorted { roles.firstIndex(of: $0)! < roles.firstIndex(of: $1)! }.map { role in
            let all = runs.flatMap { $0.processes.filter { $0.role == role } }
            func mean(_ value: (Process) -> Int) -> Int { all.map(value).reduce(0, +) / runs.count }
            return Process(
                role: role, cores: all.map(\.cores).reduce(0, +) / Double(runs.count), uniqueBytes: mean(\.uniqueBytes),
                proportionalBytes: mean(\.proportionalBytes), residentBytes: mean(\.residentBytes))
        }
        tally = runs.map(\.tally).reduce(StampTally([])) { $0.adding($1) }
        ages = runs.flatMap(\.ages)
        firstPacket = runs.map(\.firstPacket).sorted()[runs.count / 2]
        self.runs = runs.count
    }

    init(processes: [Process], tally: StampTally, ages: [Duration], firstPacket: Duration) {
        (self.processes, self.tally, self.ages, self.firstPacket) = (processes, tally, ages, firstPacket)
    }

    /// The age that `share` (0...1) of all frames do not exceed; nil without frames.
    func age(at share: Double) -> Duration? {
        guard !ages.isEmpty else { return nil }
        return ages.sorted()[min(ages.count - 1, Int(Double(ages.count) * share))]
    }
}
