import Foundation
import Platform

/// What a scenario of take-overs did to the stream.
public struct TakeOverResult: Sendable {
    struct Times: Sendable {
        let start, attached, switched: MediaTime
    }

    /// What was noted while the stream ran.
    struct Stay: Sendable {
        let times: [Times]
        let span: ClosedRange<MediaTime>
        let growth: HostFootprint.Growth
    }

    /// Everything irregular from the first take-over to the end of the scenario.
    public let irregularities: [Irregularity]
    /// Where in the recording each take-over was, from the start of the new agent until the picture has settled.
    public let spans: [ClosedRange<Duration>]
    /// Where in the recording the scenario was.
    public let scenario: ClosedRange<Duration>
    public let pictures: Int
    public let switches: Int
    /// What ffmpeg complains about when it decodes everything.
    public let decodingErrors: String
    /// From the start of the new agent's process to its first frame, and from its attachment to that.
    public let startToSwitch: Spread
    public let attachToSwitch: Spread
    /// What the host holds at the end and did not hold at the beginning.
    public let growth: HostFootprint.Growth
    /// How long after the switch irregularities are counted as the take-over's.
    private static let settling = Duration.milliseconds(400)
    /// How long before its start: what goes out at a moment was captured earlier, and its time says so.
    private static let delay = Duration.milliseconds(100)

    init(of recording: String, screens: [SwitchReader.Screen], framesPerSecond: Int, _ stay: Stay) throws {
        let reader = try SwitchReader(recording, screens: screens, timeout: .seconds(600))
        let flv = try FlvRecording(recording)
        // RTMP counts from the first packet, ffmpeg from the first picture or sound.
        let shift = Duration.milliseconds(min(flv.pictures.first?.presentationMilliseconds ?? 0, flv.sounds.first ?? 0))
        let scenario = reader.position(of: stay.span.lowerBound)...reader.position(of: stay.span.upperBound)
        let spans = stay.times.map { reader.position(of: $0.start - Self.delay)...reader.position(of: $0.switched + Self.settling) }
        let sound = try DecodedAudio(of: recording, timeout: .seconds(600))
        let breaks = sound.part(from: .zero, for: scenario.upperBound).toneBreaks(from: scenario.lowerBound)
        let found =
            flv.irregularities(framesPerSecond: framesPerSecond).map { $0.moved(by: .zero - shift) }
            + reader.irregularities(within: scenario, switches: stay.times.count)
            + breaks
        irregularities = found.filter { scenario.contains($0.position) }.sorted { $0.position < $1.position }
        (self.scenario, self.spans, growth) = (scenario, spans, stay.growth)
        pictures = reader.frames.count { scenario.contains($0.position) }
        switches = reader.switches.count { scenario.contains($0) }
        decodingErrors = try TestSupport.decodingErrors(of: recording)
        startToSwitch = Spread(stay.times.map { $0.switched - $0.start })
        attachToSwitch = Spread(stay.times.map { $0.switched - $0.attached })
    }

    /// How many of `kind` fell into a take-over.
    public func during(_ kind: Irregularity.Kind) -> Int { irregularities.within(spans).count(of: kind) }

    /// How many of `kind` came where nothing was taken over: the machine's share.
    public func between(_ kind: Irregularity.Kind) -> Int { irregularities.outside(spans).count(of: kind) }

    /// The time of all take-overs.
    public var takingOver: Duration { spans.reduce(.zero) { $0 + ($1.upperBound - $1.lowerBound) } }

    /// One line an irregularity within a take-over, for messages.
    public var words: String { irregularities.within(spans).map(\.description).joined(separator: "\n") }
}
