import Session

extension MetricFamily {
    /// The broadcast as a whole.
    static let broadcast: [MetricFamily] = [
        MetricFamily(.gauge, "info", "The host: always 1.") { status, _ in
            [Sample(labels: [("version", status.version), ("group", status.group)], value: 1)]
        },
        .one(.gauge, "uptime_seconds", "Since the broadcast began.", of: "uptimeSeconds") { $0.uptimeSeconds },
        MetricFamily(.gauge, "state", "1 for the state that the broadcast is in, 0 for the others.") { status, _ in
            states(SessionPhase.allCases.map(\.rawValue), status.state)
        },
        .one(.gauge, "encoded_bytes_per_second", "Encoded picture and audio, over the last second.", of: "bitRate") { $0.bitRate / 8 },
        .one(.counter, "dropped_total", "All that was dropped anywhere: by targets, before them, by the encoder.", of: "dropped") {
            Double($0.dropped)
        },
        .one(.gauge, "loss_seconds", "For how long nothing has been captured; 0 while something is.", of: "loss.seconds") { $0.loss?.seconds ?? 0 },
        .one(.gauge, "desktop_hidden", "Whether the desktop is locked, switched, off or asleep.") { ($0.desktop != nil).figure },
        MetricFamily(
            .summary, "delay_seconds",
            "From a frame's capture until its packet is handed to the targets, of the newest frames; quantile 1 is the worst.",
            of: ["delay.medianMilliseconds", "delay.p95Milliseconds", "delay.worstMilliseconds"]
        ) { status, _ in
            let delay = status.delay
            return quantiles([("0.5", delay.medianMilliseconds), ("0.95", delay.p95Milliseconds), ("1", delay.worstMilliseconds)])
        },
        .one(.gauge, "hooks_running", "Commands of --on that run now.", of: "hooks.running") { $0.hooks.map { Double($0.running) } },
        .one(.gauge, "hooks_waiting", "Commands of --on that wait to be run.", of: "hooks.waiting") { $0.hooks.map { Double($0.waiting) } },
        .one(.counter, "hooks_run_total", "Commands of --on that have ended, however.", of: "hooks.run") { $0.hooks.map { Double($0.run) } },
        .one(.counter, "hooks_failed_total", "Those of them that failed.", of: "hooks.failed") { $0.hooks.map { Double($0.failed) } },
        .one(.counter, "hooks_dropped_total", "Commands of --on that were left out, as too many waited.", of: "hooks.dropped") {
            $0.hooks.map { Double($0.dropped) }
        },
        .one(.gauge, "replay_held_seconds", "Of the replay, held now.", of: "replay.seconds") { $0.replay?.seconds },
        .one(.gauge, "replay_limit_seconds", "Of the replay, at most.", of: "replay.limitSeconds") { $0.replay?.limitSeconds },
        .one(.gauge, "replay_held_bytes", "Memory of the replay, now.", of: "replay.bytes") { $0.replay.map { Double($0.bytes) } },
        .one(.gauge, "replay_limit_bytes", "Memory of the replay, at most.", of: "replay.limitBytes") { $0.replay.map { Double($0.limitBytes) } },
        .one(.gauge, "background_clip_prepared_ratio", "How far the background's clip is prepared.", of: "background.clip.percent") {
            $0.background.clip.map { Double($0.percent) / 100 }
        },
    ]

    /// The built-in HTTP server.
    static let server: [MetricFamily] = [
        MetricFamily(.counter, "http_requests_total", "Requests that were carried out over HTTP.") { _, server in
            [Sample(value: Double(server.requests))]
        },
        MetricFamily(.counter, "http_wrong_tokens_total", "HTTP requests with a wrong token.") { _, server in
            [Sample(value: Double(server.wrongTokens))]
        },
        MetricFamily(.gauge, "http_event_streams", "Programs that follow the events over HTTP.") { _, server in
            [Sample(value: Double(server.streams))]
        },
    ]
}
