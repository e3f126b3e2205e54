import Platform

/// What a storm did to its broadcast.
public struct StormResult: Sendable {
    public let plan: StormPlan
    /// Everything that was done, with the gap that it left: in the picture, of PulseAudio in the tone, of the RTMP server until it had
    /// media again after it was back.
    public let deeds: [(deed: StormDeed, gap: Duration)]
    /// Pictures that were missing where nothing was done to the picture.
    public let outside: PictureGaps.Outside
    /// Where the tone was away although PulseAudio was there.
    public let silences: [ClosedRange<Duration>]
    /// Distances of AAC frames in the file that are too long, in seconds.
    public let audioGaps: [Double]
    /// Pictures whose stamp could not be read, that were older than one before, or beside the rising order of times.
    public let broken: Int
    /// Pictures in the file.
    public let pictures: Int
    /// Pictures of the file that the server lacks, between the first and the last of each of its recordings.
    public let missingAtServer: Int
    /// Recordings of the server: one for each time that it was started.
    public let receptions: Int
    /// One line for each of `outside`, `silences` and `broken`.
    public let remarks: [String]
    public let samples: [FootprintSample]
    public let growth: HostFootprint.Growth
    public let counts: StormScenario.Counts
    /// What was still there when the broadcast had ended.
    public let left: [String]
    /// How often the user was asked to share the Wayland desktop.
    public let consents: Int

    init(
        _ plan: StormPlan, _ deeds: [StormDeed], _ record: StormRecord, _ samples: [FootprintSample], growth: HostFootprint.Growth,
        counts: StormScenario.Counts, left: [String], consents: Int
    ) throws {
        (self.plan, self.samples, self.growth, self.counts, self.left, self.consents) = (plan, samples, growth, counts, left, consents)
        let reading = try StormReading(record, deeds)
        self.deeds = deeds.map { ($0, reading.gap(of: $0)) }
        (outside, silences, broken, remarks) = (reading.outside, reading.silences, reading.broken, reading.remarks)
        let packets = try RecordedPackets(record.file, timeout: StormReading.patience)
        pictures = packets.pictures.count
        audioGaps = RecordedPackets.gaps(packets.sounds, over: 1024.0 / 48000)
        receptions = record.received.count
        missingAtServer = try record.received.reduce(0) { try $0 + packets.picturesMissing(inPart: RecordedPackets($1)) }
    }

    /// Of one kind.
    public func gaps(of kind: StormPlan.Kind, on backend: StormPlan.Backend? = nil) -> Spread {
        Spread(deeds.filter { $0.deed.kind == kind && (backend ?? $0.deed.backend) == $0.deed.backend }.map(\.gap))
    }

    /// By how much each gap was longer than its server was away.
    public func returns(of kind: StormPlan.Kind) -> Spread {
        Spread(deeds.filter { $0.deed.kind == kind }.map { max(.zero, $0.gap - (kind == .server ? .zero : $0.deed.outage)) })
    }

    /// How much longer than twice its outage, at most: what is tried again after growing delays is tried as late as that.
    public func lateReturn(of kind: StormPlan.Kind) -> Duration {
        deeds.filter { $0.deed.kind == kind }.map { $0.gap - $0.deed.outage * 2 }.max() ?? .zero
    }

    public func done(_ kind: StormPlan.Kind) -> Int { deeds.count { $0.deed.kind == kind } }
    public func lost(_ kind: StormPlan.Kind) -> Int { deeds.count { $0.deed.kind == kind && $0.deed.end == nil } }
}

/// What a storm leaves to be read.
struct StormRecord {
    let file: String
    let received: [String]
    let span: ClosedRange<MediaTime>
}
