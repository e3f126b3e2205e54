import Platform
import Session

/// Every figure in Prometheus's text format (https://prometheus.io/docs/instrumenting/exposition_formats/, 0.0.4).
enum MetricsText {
    static let contentType = "text/plain; version=0.0.4; charset=utf-8"
    static let families: [MetricFamily] =
        MetricFamily.broadcast + MetricFamily.agents + MetricFamily.sources + MetricFamily.encodings + MetricFamily.audio + MetricFamily.targets
        + MetricFamily.delays + MetricFamily.server

    static func of(_ status: SessionStatus, _ server: ServerFigures) -> String {
        var text = ""
        for family in families {
            let samples = family.samples(status, server)
            // Also where there is none: the name is known before the first target.
            text += "# HELP \(family.name) \(family.help)\n# TYPE \(family.name) \(family.kind.rawValue)\n"
            for sample in samples { text += family.name + sample.suffix + labels(of: sample) + " " + figure(sample.value) + "\n" }
        }
        return text
    }

    private static func labels(of sample: MetricFamily.Sample) -> String {
        guard !sample.labels.isEmpty else { return "" }
        return "{" + sample.labels.map { "\($0.name)=\"\(escaped($0.value))\"" }.joined(separator: ",") + "}"
    }

    private static func escaped(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: "\"") || $0 == 10 }) else { return text }
        return text.map { $0 == "\\" ? "\\\\" : $0 == "\"" ? "\\\"" : $0 == "\n" ? "\\n" : String($0) }.joined()
    }

    private static func figure(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
        return value == value.rounded() && abs(value) < 1e15 ? String(Int64(clamping: value)) : "\(value)"
    }
}
