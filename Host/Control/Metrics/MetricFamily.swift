import Session

/// One figure with everything that it is counted by, as Prometheus has it.
struct MetricFamily: Sendable {
    enum Kind: String { case gauge, counter, summary, histogram }

    struct Sample {
        /// Behind the name of the family, as "_sum".
        var suffix = ""
        var labels: [(name: String, value: String)] = []
        var value: Double
    }

    let name: String
    let kind: Kind
    let help: String
    /// The fields of the status that it says, as "targets[].bitRate".
    let fields: [String]
    let samples: @Sendable (SessionStatus, ServerFigures) -> [Sample]

    /// - Parameter samples: none where there is nothing to say.
    init(
        _ kind: Kind, _ name: String, _ help: String, of fields: [String] = [],
        samples: @escaping @Sendable (SessionStatus, ServerFigures) -> [Sample]
    ) {
        (self.kind, self.name, self.help, self.fields, self.samples) = (kind, "splitcast_" + name, help, fields, samples)
    }

    /// A figure of the whole broadcast.
    static func one(
        _ kind: Kind, _ name: String, _ help: String, of fields: String..., value: @escaping @Sendable (SessionStatus) -> Double?
    ) -> MetricFamily {
        MetricFamily(kind, name, help, of: fields) { status, _ in value(status).map { [Sample(value: $0)] } ?? [] }
    }

    /// A figure for each of several.
    static func each<Item>(
        _ kind: Kind, _ name: String, _ help: String, of fields: String..., in items: @escaping @Sendable (SessionStatus) -> [Item],
        label: String, by identity: @escaping @Sendable (Item) -> String, value: @escaping @Sendable (Item) -> Double?
    ) -> MetricFamily {
        MetricFamily(kind, name, help, of: fields) { status, _ in
            items(status).compactMap { item in value(item).map { Sample(labels: [(label, identity(item))], value: $0) } }
        }
    }

    /// One sample for each state that there is: 1 for the one it is in.
    static func states(_ all: [String], _ state: String, _ labels: [(name: String, value: String)] = []) -> [Sample] {
        all.map { Sample(labels: labels + [("state", $0)], value: $0 == state ? 1 : 0) }
    }

    /// By quantile; the largest is 1.
    static func quantiles(_ pairs: [(quantile: String, milliseconds: Double)], _ labels: [(name: String, value: String)] = []) -> [Sample] {
        pairs.map { Sample(labels: labels + [("quantile", $0.quantile)], value: $0.milliseconds / 1000) }
    }
}

/// What the status does not say: what the server counts of itself, and the delays of all pictures.
struct ServerFigures: Sendable {
    var requests: UInt64 = 0
    var wrongTokens = 0
    var streams = 0
    var delays = DelayFigures()
}

extension Bool {
    /// As a metric has it.
    var figure: Double { self ? 1 : 0 }
}
