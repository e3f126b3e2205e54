import Delivery
import Session

extension MetricFamily {
    /// Where the stream goes.
    static let targets: [MetricFamily] = [
        MetricFamily(.gauge, "target_info", "A target: always 1. The address has no keys in it.", of: ["targets[].id"]) { status, _ in
            status.targets.map { target in
                Sample(labels: [("target", "\(target.id)"), ("url", target.url), ("encoding", target.encoding)], value: 1)
            }
        },
        MetricFamily(.gauge, "target_state", "1 for the state that it is in, 0 for the others.") { status, _ in
            status.targets.flatMap { states(TargetState.allCases.map(\.rawValue), $0.state, [("target", "\($0.id)")]) }
        },
        target(.gauge, "live", "Whether media flows.", of: "state") { ($0.state == TargetState.live.rawValue).figure },
        target(.gauge, "bytes_per_second", "Sent over the last second or so.", of: "bitRate") { $0.bitRate / 8 },
        target(.counter, "sent_bytes_total", "Sent or written.", of: "bytesSent") { Double($0.bytesSent) },
        target(.counter, "sent_pictures_total", "Pictures sent or written.", of: "picturesSent") { Double($0.picturesSent) },
        target(.counter, "sent_seconds_total", "How much of the broadcast it got.", of: "sentSeconds") { $0.sentSeconds },
        target(.counter, "dropped_frames_total", "Pictures that its queue dropped; packets of audio where it gets no picture.", of: "droppedFrames") {
            Double($0.droppedFrames)
        },
        target(.gauge, "queued_seconds", "Media that waits to be sent.", of: "queuedMilliseconds") { $0.queuedMilliseconds / 1000 },
        target(.gauge, "round_trip_seconds", "Of the way to its server and back.", of: "roundTripMilliseconds") {
            $0.roundTripMilliseconds.map { $0 / 1000 }
        },
        target(.counter, "reconnects_total", "Connections after the first.", of: "reconnects") { Double($0.reconnects) },
        target(.gauge, "degraded", "Whether it gets less than everything.", of: "diet") { ($0.diet != "everything").figure },
        target(.gauge, "rendition_peak_bytes_per_second", "Of the largest segment of a rendition.", of: "rendition.peakBitRate") {
            $0.rendition.map { Double($0.peakBitRate) / 8 }
        },
        target(.gauge, "rendition_average_bytes_per_second", "Of all segments of a rendition.", of: "rendition.averageBitRate") {
            $0.rendition.map { Double($0.averageBitRate) / 8 }
        },
        target(.counter, "rendition_segments_total", "Segments of a rendition.", of: "rendition.segments") {
            $0.rendition.map { Double($0.segments) }
        },
    ]

    private static func target(
        _ kind: Kind, _ name: String, _ help: String, of field: String, value: @escaping @Sendable (SessionStatus.Target) -> Double?
    ) -> MetricFamily {
        .each(kind, "target_" + name, help, of: "targets[]." + field, in: { $0.targets }, label: "target", by: { "\($0.id)" }, value: value)
    }
}
