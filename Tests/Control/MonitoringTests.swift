import Fixtures
import Foundation
import Testing

@testable import Control

/// The alerts and the dashboard that come with Splitcast ask for figures that there are, and promtool accepts them.
@Suite(.serialized) struct MonitoringTests {
    private let scratch = Scratch()
    private let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../Host/Control/Monitoring")
        .standardized

    private func text(_ name: String) throws -> String { try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8) }

    @Test(arguments: ["splitcast-rules.yml", "splitcast-dashboard.json"]) func everyFigureExists(file: String) throws {
        let known = Set(MetricsText.families.flatMap { $0.kind == .histogram ? ["_bucket", "_sum", "_count"].map($0.name.appending) : [$0.name] })
        let asked = Set(try text(file).matches(of: /splitcast_[a-z_]+/).map { String($0.0) })
        #expect(asked.count > 10 && asked.subtracting(known).isEmpty, "\(asked.subtracting(known))")
    }

    @Test func promtoolAcceptsTheRules() throws {
        _ = try runTool(["promtool", "check", "rules", "--lint-fatal", folder.appendingPathComponent("splitcast-rules.yml").path])
    }

    /// As recording rules, which promtool reads.
    @Test func promtoolAcceptsWhatTheDashboardAsks() throws {
        let dashboard = try #require(try JSONSerialization.jsonObject(with: Data(text("splitcast-dashboard.json").utf8)) as? [String: Any])
        let panels = try #require(dashboard["panels"] as? [[String: Any]])
        let asked = panels.flatMap { $0["targets"] as? [[String: Any]] ?? [] }.compactMap { $0["expr"] as? String }
        let rules = asked.enumerated().map { number, text in
            let plain = text.replacingOccurrences(of: "$instance", with: ".*").replacingOccurrences(of: "$__rate_interval", with: "1m")
            return "      - record: splitcast:panel\(number)\n        expr: '\(plain)'\n"
        }
        #expect(asked.count > 20)
        try scratch.write("groups:\n  - name: panels\n    rules:\n" + rules.joined(), to: "panels.yml")
        _ = try runTool(["promtool", "check", "rules", scratch.file("panels.yml")])
    }

    /// Each alert with figures of a broadcast in which it has to fire, and, from the same rules, of one in which nothing is wrong.
    @Test(arguments: [
        ("SplitcastHostDown", #"up{job="splitcast"}"#, "0x40", "1x40"),
        ("SplitcastStreamDown", #"splitcast_target_state{state="reconnecting"}"#, "1x40", "0x40"),
        ("SplitcastNothingCaptured", "splitcast_loss_seconds", "0+15x40", "0x40"),
        ("SplitcastQueueGrowing", "splitcast_target_queued_seconds", "0+1x40", "3x40"),
        ("SplitcastFramesDropped", "splitcast_target_dropped_frames_total", "0+20x40", "5x40"),
        ("SplitcastClipping", "splitcast_mix_clipping", "1x40", "0x40"),
        ("SplitcastWrongTokens", "splitcast_http_wrong_tokens_total", "0+100x40", "3x40"),
    ])
    func anAlertFiresWhenItShouldAndNotOtherwise(alert: String, series: String, bad: String, good: String) throws {
        #expect(try fires(alert, [(series, bad)]))
        #expect(try !fires(alert, [(series, good)]))
    }

    @Test func memoryNearTheLimitSilenceAndASlowEncoderAreNoticed() throws {
        func memory(_ kibibytes: Int) -> [(String, String)] {
            [
                ("splitcast_agent_memory_anonymous_bytes{agent=\"1\"}", "\(kibibytes * 1024)x40"),
                ("splitcast_agent_memory_kernel_bytes{agent=\"1\"}", "1000000x40"),
                ("splitcast_agent_memory_limit_bytes{agent=\"1\"}", "16777216x40"),
            ]
        }
        #expect(try fires("SplitcastMemoryNearLimit", memory(15_000)) && !fires("SplitcastMemoryNearLimit", memory(5_000)))
        func audio(_ peak: Int, isMuted: Bool) -> [(String, String)] {
            [("splitcast_mix_peak_dbfs", "\(peak)x40"), ("splitcast_mix_muted", "\(isMuted ? 1 : 0)x40")]
        }
        #expect(try fires("SplitcastSilence", audio(-90, isMuted: false)))
        #expect(try !fires("SplitcastSilence", audio(-90, isMuted: true)) && !fires("SplitcastSilence", audio(-20, isMuted: false)))
        func encoder(_ seconds: String) -> [(String, String)] {
            [
                (#"splitcast_encode_seconds{encoding="main",instance="a",quantile="0.5"}"#, seconds + "x40"),
                (#"splitcast_encoding_rate_limit_fps{encoding="main",instance="a"}"#, "30x40"),
            ]
        }
        #expect(try fires("SplitcastEncoderSlow", encoder("0.032")) && !fires("SplitcastEncoderSlow", encoder("0.005")))
    }

    @Test func picturesThatAreSentLateAreNoticed() throws {
        // Thirty pictures a second; so many of them within half a second.
        func sent(inTime: Int) -> [(String, String)] {
            [
                (#"splitcast_capture_to_sent_seconds_bucket{target="1",le="0.5"}"#, "0+\(inTime)x40"),
                (#"splitcast_capture_to_sent_seconds_bucket{target="1",le="1.0"}"#, "0+450x40"),
                (#"splitcast_capture_to_sent_seconds_bucket{target="1",le="+Inf"}"#, "0+450x40"),
            ]
        }
        #expect(try fires("SplitcastSentLate", sent(inTime: 400)) && !fires("SplitcastSentLate", sent(inTime: 449)))
    }

    /// Whether it fires ten minutes after the figures began, one each 15 seconds: promtool is told that nothing fires, and says so if it does.
    private func fires(_ alert: String, _ series: [(name: String, values: String)]) throws -> Bool {
        let values = series.map { "      - series: '\($0.name)'\n        values: '\($0.values)'\n" }.joined()
        try scratch.write(
            """
            rule_files: ['\(folder.path)/splitcast-rules.yml']
            evaluation_interval: 15s
            tests:
              - interval: 15s
                input_series:
            \(values)    alert_rule_test:
                  - eval_time: 9m
                    alertname: \(alert)
                    exp_alerts: []

            """, to: "test.yml")
        let run = try Program(["promtool", "test", "rules", scratch.file("test.yml")])
        let said = run.complaints + String(decoding: run.output, as: UTF8.self)
        guard said.contains("alertname: \(alert)") || said.contains("SUCCESS") else { throw FixtureError(said) }
        return !said.contains("SUCCESS")
    }
}
