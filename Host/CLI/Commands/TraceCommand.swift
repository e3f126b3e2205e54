import AppGroup
import ArgumentParser
import Control
import Platform
import Session

struct TraceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trace", abstract: "Show where the milliseconds of one frame went.",
        discussion: """
            Follows the next frame that changes from its capture until it is sent to each target. Nothing is kept of any frame while no one asks. \
            On a screen that stands still it says so after five seconds.

            EXAMPLES:
              splitcast trace --frame
              splitcast trace --frame --json       spans, for a collector of OpenTelemetry
              splitcast trace --frame --json | curl --json @- 127.0.0.1:4318/v1/traces
            """)

    private static let timeLimit = Duration.seconds(30)
    private static let barWidth = 40

    @Flag(help: "Of the next frame that changes; there is no other trace yet.")
    var frame = false

    @Flag(help: "Print JSON: spans, as OpenTelemetry's collectors take them (OTLP).")
    var json = false

    @OptionGroup var group: GroupOption

    func run() throws {
        guard frame else { throw CommandFailure(.usage, "what is to be traced? Give --frame") }
        let group = try group.name()
        do {
            let trace = try ControlClient(group, timeLimit: Self.timeLimit).traceFrame()
            print(json ? JSONText.of(trace, isPretty: false) : Self.table(of: trace), terminator: json ? "\n" : "")
        } catch let error as GroupError { throw CommandFailure(error) } catch let error as ControlError { throw CommandFailure(error) }
    }

    /// A line for each part, with a bar where it lies in the whole.
    static func table(of trace: FrameTrace) -> String {
        guard let whole = trace.spans.first else { return "" }
        let names = trace.spans.map { PlainText.of($0.name) }
        let width = names.map(\.count).max() ?? 0
        let total = max(1, whole.length.inNanoseconds)
        return zip(trace.spans, names).map { span, name in
            let from = min(barWidth - 1, columns(span.start - whole.start, of: total))
            let length = min(barWidth - from, max(1, columns(span.length.inNanoseconds, of: total)))
            let figure = hundredths(span.length)
            let gap = width - name.count + max(1, 10 - figure.count)
            let bar = String(repeating: " ", count: from) + String(repeating: "█", count: length)
            return "\(name)\(String(repeating: " ", count: gap))\(figure) ms  \(bar)\n"
        }.joined()
    }

    private static func columns(_ part: Int64, of total: Int64) -> Int {
        let (product, isTooMuch) = max(0, part).multipliedReportingOverflow(by: Int64(barWidth))
        return isTooMuch ? barWidth : Int(min(Int64(barWidth), product / total))
    }

    /// "12.05"
    private static func hundredths(_ length: Duration) -> String {
        let rounded = max(0, length.inNanoseconds) / 10_000
        let rest = rounded % 100
        return "\(rounded / 100)." + (rest < 10 ? "0" : "") + "\(rest)"
    }
}
