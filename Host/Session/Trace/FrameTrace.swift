public import Platform

/// Where the time of one picture went, as spans of OpenTelemetry's (OTLP in JSON): a collector takes it as it is.
public struct FrameTrace: Codable, Hashable, Sendable {
    public struct ResourceSpans: Codable, Hashable, Sendable {
        public var resource: Resource
        public var scopeSpans: [ScopeSpans]
    }

    public struct Resource: Codable, Hashable, Sendable { public var attributes: [Attribute] }

    public struct ScopeSpans: Codable, Hashable, Sendable {
        public var scope: Scope
        public var spans: [Span]
    }

    public struct Scope: Codable, Hashable, Sendable { public var name, version: String }

    public struct Span: Codable, Hashable, Sendable {
        public var traceId, spanId: String
        /// Absent of the first, which is all of it.
        public var parentSpanId: String?
        public var name: String
        /// 1: internal.
        public var kind: Int
        public var startTimeUnixNano, endTimeUnixNano: String
        public var attributes: [Attribute]

        public var start: Int64 { Int64(startTimeUnixNano) ?? 0 }
        public var length: Duration { .nanoseconds((Int64(endTimeUnixNano) ?? 0) - start) }
    }

    public struct Attribute: Codable, Hashable, Sendable {
        public struct Value: Codable, Hashable, Sendable { public var stringValue: String }

        public var key: String
        public var value: Value

        public init(_ key: String, _ value: String) { (self.key, self.value) = (key, Value(stringValue: value)) }
    }

    public var resourceSpans: [ResourceSpans]

    public var spans: [Span] { resourceSpans.flatMap(\.scopeSpans).flatMap(\.spans) }

    /// One part of the way: each begins where the one before it ends.
    public struct Part: Sendable {
        public let name: String
        public let start, end: MediaTime
        public let attributes: [Attribute]

        public init(_ name: String, _ start: MediaTime, _ end: MediaTime, _ attributes: [Attribute] = []) {
            (self.name, self.start, self.end, self.attributes) = (name, start, end, attributes)
        }
    }

    /// - Parameters:
    ///   - parts: in order, the first begins with the capture.
    ///   - epoch: what has to be added to the monotonic clock to get the time of day.
    public init(_ parts: [Part], version: String, group: String, epoch: Duration) {
        func number(_ digits: Int) -> String {
            let text = String(UInt64.random(in: 1 ... .max), radix: 16)
            return String(repeating: "0", count: digits - text.utf8.count) + text
        }
        func time(_ time: MediaTime) -> String { String((time + epoch).nanoseconds) }
        let (trace, root) = (number(32), number(16))
        let (start, end) = (parts.map(\.start).min() ?? .zero, parts.map(\.end).max() ?? .zero)
        let whole = Span(
            traceId: trace, spanId: root, parentSpanId: nil, name: "frame", kind: 1, startTimeUnixNano: time(start), endTimeUnixNano: time(end),
            attributes: [])
        let spans = parts.map { part in
            Span(
                traceId: trace, spanId: number(16), parentSpanId: root, name: part.name, kind: 1, startTimeUnixNano: time(part.start),
                endTimeUnixNano: time(part.end), attributes: part.attributes)
        }
        resourceSpans = [
            ResourceSpans(
                resource: Resource(attributes: [Attribute("service.name", "splitcast"), Attribute("splitcast.group", group)]),
                scopeSpans: [ScopeSpans(scope: Scope(name: "splitcast", version: version), spans: [whole] + spans)])
        ]
    }
}
