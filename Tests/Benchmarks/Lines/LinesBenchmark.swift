import Foundation
import TestBeds

/// The trace laboratory: the same screen over the same lines, by Splitcast, which follows them, and by ffmpeg, which does not.
struct LinesBenchmark {
    private let options: LinesOptions

    init(_ options: LinesOptions) { self.options = options }

    func run() throws {
        if let keep = options.keep { try FileManager.default.createDirectory(atPath: keep, withIntermediateDirectories: true) }
        let server = try RtmpBed()
        var rows: [(trace: LineTrace, contender: Contender, figures: LineFigures)] = []
        var failures: [String] = []
        for trace in options.traces {
            for contender in options.contenders {
                sayProgress("\(trace.name), \(contender.rawValue): \(trace.words) …")
                do {
                    let trial = LineTrial(trace: trace, contender: contender, server: server, keep: options.keep)
                    let figures = LineFigures(try trial.run())
                    sayProgress("  \(figures)")
                    rows.append((trace, contender, figures))
                } catch {
                    // One failure is a result; the others go on.
                    failures.append("\(trace.name), \(contender.rawValue): \(error)")
                    sayProgress("  failed: \(error)")
                }
            }
        }
        let text = LineTable(rows: rows, failures: failures).text
        say(text)
        try ResultsPage.put("Lines", text, into: options.results)
        guard failures.isEmpty else { throw BedError(failures.joined(separator: "\n")) }
    }
}
