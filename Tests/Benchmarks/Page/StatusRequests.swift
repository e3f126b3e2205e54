import Fixtures
import Foundation

/// Somewhat more than a thousand requests of the status a second, evenly (wrk).
struct StatusRequests {
    /// What wrk tells at its end; times in microseconds.
    struct Told: Decodable {
        let requests, microseconds, failures, statuses, median, ninetyNine: Double
        let connections: Int
        /// A second.
        var rate: Double { requests / microseconds * 1e6 }
    }

    private static let connections = 110

    let address: String
    let seconds: Int
    let scratch: Scratch

    func run() throws -> Told {
        try scratch.write(Self.script, to: "status.lua")
        let run = try Program(
            ["wrk", "-t1", "-c\(Self.connections)", "-d\(seconds)s", "--timeout", "10s", "-s", scratch.file("status.lua"), address],
            timeout: .seconds(Int64(seconds) + 60))
        guard run.status == 0, let line = run.text.split(separator: "\n").last(where: { $0.hasPrefix("{") }) else {
            throw FixtureError("wrk (apt-get install wrk): \(run.complaints)\(run.text)")
        }
        return try JSONDecoder().decode(Told.self, from: Data(line.utf8))
    }

    private static let script = """
        wrk.path = "/api/v1/status"
        function delay() return 95 end
        function done(summary, latency)
          local errors = summary.errors
          io.write(string.format(
            '{"requests":%d,"microseconds":%d,"failures":%d,"statuses":%d,"median":%d,"ninetyNine":%d,"connections":\(connections)}\\n',
            summary.requests, summary.duration, errors.connect + errors.read + errors.write + errors.timeout, errors.status,
            latency:percentile(50), latency:percentile(99)))
        end
        """
}
