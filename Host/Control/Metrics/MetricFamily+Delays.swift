import Delivery
import Session

extension MetricFamily {
    /// How long pictures took, all since the beginning: histograms, from which Prometheus makes quantiles over any time and many hosts.
    static let delays: [MetricFamily] = [
        histogram("encode_duration_seconds", "How long a picture took to encode.", label: "encoding", of: \.encoding),
        histogram(
            "capture_to_encoded_seconds", "From a picture's capture until it was encoded; of a keep-alive, from when it was due.", label: "encoding",
            of: \.encoded),
        histogram(
            "capture_to_sent_seconds", "From a picture's capture until it was handed to the network, or written.", label: "target", of: \.sent),
    ]

    private static func histogram(
        _ name: String, _ help: String, label: String, of entries: @escaping @Sendable (DelayFigures) -> [DelayFigures.Entry]
    ) -> MetricFamily {
        MetricFamily(.histogram, name, help) { _, server in
            entries(server.delays).flatMap { entry in
                let (counts, whose) = (entry.counts, [(name: label, value: entry.name)])
                let buckets = zip(DelayHistogram.limits, counts.upTo).map { limit, count in
                    Sample(suffix: "_bucket", labels: whose + [("le", "\(Double(limit) / 1000)")], value: Double(count))
                }
                return buckets + [
                    Sample(suffix: "_bucket", labels: whose + [("le", "+Inf")], value: Double(counts.count)),
                    Sample(suffix: "_sum", labels: whose, value: counts.sum.inSeconds),
                    Sample(suffix: "_count", labels: whose, value: Double(counts.count)),
                ]
            }
        }
    }
}
