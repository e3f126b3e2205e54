import ControlFixtures
import Fixtures
import Foundation
import Platform
import Session
import Testing

@testable import Control

/// Every figure of the status, for Prometheus.
@Suite struct MetricsTests {
    /// What is no figure: numbers by which things are named, where something stands, what is over, and a part of a file.
    private static let others = [
        "pid", "departed[].", "overlays[].", "sources[].layer.", "background.clip.", "filters[].id", "sources[].agent", "sources[].camera[].",
    ]

    private static func status() throws -> SessionStatus {
        let session = SampleRequests.session()
        try session.steer(RateRequest(ceiling: 2_000_000))
        var status = session.status()
        status.encodings[0].rate = status.rate
        status.targets[0].url = "a\"b\\c\nd"
        status.targets[0].rendition = SessionStatus.Rendition(
            ladder: "/tmp/master.m3u8", name: "720p", size: "1280x720", codec: "avc1.64001F", peakBitRate: 1, averageBitRate: 1, segments: 1)
        return status
    }

    @Test func everyFigureOfTheStatusIsThere() throws {
        var figures: Set<String> = []
        Self.collect(try Self.status(), at: "", into: &figures)
        let said = Set(MetricsText.families.flatMap(\.fields))
        let missing = figures.filter { figure in !said.contains(figure) && !Self.others.contains { figure.hasPrefix($0) } }
        #expect(missing.isEmpty, "\(missing.sorted())")
        #expect(figures.count > 100)
    }

    @Test func noFamilyStandsTwiceAndCountersSaySo() {
        let names = MetricsText.families.map(\.name)
        #expect(Set(names).count == names.count)
        for family in MetricsText.families { #expect((family.kind == .counter) == family.name.hasSuffix("_total"), "\(family.name)") }
    }

    @Test func figuresAreInBaseUnitsWithTheirLabels() throws {
        let text = MetricsText.of(try Self.status(), ServerFigures(requests: 3))
        for line in [
            "# TYPE splitcast_target_sent_bytes_total counter", "splitcast_target_sent_bytes_total{target=\"1\"} 28000000",
            "splitcast_target_queued_seconds{target=\"1\"} 0.012", "splitcast_encoded_bytes_per_second 437500",
            "splitcast_encode_seconds{encoding=\"main\",quantile=\"0.5\"} 0.0055", "splitcast_delay_seconds{quantile=\"0.95\"} 0.015",
            "splitcast_target_state{target=\"1\",state=\"live\"} 1", "splitcast_target_state{target=\"1\",state=\"failed\"} 0",
            "splitcast_agent_memory_limit_bytes{agent=\"1\"} 16777216", "splitcast_audio_peak_dbfs{source=\"mic\"} -24",
            "splitcast_state{state=\"live\"} 1", "splitcast_http_requests_total 3",
            #"splitcast_target_info{target="1",url="a\"b\\c\nd",encoding="main"} 1"#,
        ] {
            #expect(text.contains("\n\(line)\n"), "\(line)")
        }
    }

    @Test func delaysAreHistograms() throws {
        let text = MetricsText.of(try Self.status(), ServerFigures(delays: SampleRequests.session().delayFigures()))
        for line in [
            "# TYPE splitcast_capture_to_sent_seconds histogram",
            #"splitcast_capture_to_sent_seconds_bucket{target="1",le="0.016"} 1"#,
            #"splitcast_capture_to_sent_seconds_bucket{target="1",le="0.033"} 2"#,
            #"splitcast_capture_to_sent_seconds_bucket{target="1",le="5.0"} 2"#,
            #"splitcast_capture_to_sent_seconds_bucket{target="1",le="+Inf"} 3"#, #"splitcast_capture_to_sent_seconds_sum{target="1"} 7.03"#,
            #"splitcast_capture_to_sent_seconds_count{target="1"} 3"#, #"splitcast_encode_duration_seconds_bucket{encoding="main",le="0.005"} 2"#,
            #"splitcast_capture_to_encoded_seconds_count{encoding="main"} 3"#,
        ] {
            #expect(text.contains("\n\(line)\n"), "\(line)")
        }
    }

    @Test func promtoolFindsNothingWrong() async throws {
        let scratch = Scratch()
        let figures = ServerFigures(delays: SampleRequests.session().delayFigures())
        try scratch.write(MetricsText.of(try Self.status(), figures), to: "metrics")
        let served = try await ServedHost(SampleRequests.session()).serving { server in try server.get("/metrics") }
        #expect(served.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8")
        #expect(served.body.contains("splitcast_encode_duration_seconds_bucket"))
        try scratch.write(served.body, to: "served")
        for name in ["metrics", "served"] { _ = try runTool(["bash", "-c", "promtool check metrics < \(scratch.file(name))"]) }
    }

    @Test func promtoolSeesWhatIsWrong() throws {
        let scratch = Scratch()
        try scratch.write("# HELP splitcast_bits_total a\n# TYPE splitcast_bits_total gauge\nsplitcast_bits_total 1\n", to: "metrics")
        #expect(throws: (any Error).self) { try runTool(["bash", "-c", "promtool check metrics < \(scratch.file("metrics"))"]) }
    }

    /// The paths of numbers and flags.
    private static func collect(_ value: Any, at path: String, into figures: inout Set<String>) {
        if value is any BinaryInteger || value is Double || value is Bool || value is FrameRate {
            figures.insert(path)
            return
        }
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .struct:
            for child in mirror.children {
                guard let name = child.label else { continue }
                collect(child.value, at: path.isEmpty ? name : "\(path).\(name)", into: &figures)
            }
        case .collection: for child in mirror.children { collect(child.value, at: path + "[]", into: &figures) }
        case .optional: for child in mirror.children { collect(child.value, at: path, into: &figures) }
        default: break
        }
    }
}
