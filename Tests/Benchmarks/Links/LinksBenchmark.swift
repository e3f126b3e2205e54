import Fixtures
import Foundation
import ServerFixtures
import TestSupport

/// The trace laboratory: the same screen over the same lines, by Splitcast, which follows them, and by ffmpeg, which does not.
struct LinksBenchmark {
    private let options: LinksOptions

    init(_ options: LinksOptions) { self.options = options }

    func run() throws {
        if let keep = options.keep { try FileManager.default.createDirectory(atPath: keep, withIntermediateDirectories: true) }
        let server = try RTMPServer()
        var rows: [(trace: LinkTrace, contender: Contender, figures: LinkFigures)] = []
        var failures: [String] = []
        for trace in options.traces {
            for contender in options.contenders {
                sayProgress("\(trace.name), \(contender.rawValue): \(trace.words) …")
                do {
                    let trial = LinkTrial(trace: trace, contender: contender, server: server, keep: options.keep)
                    let figures = LinkFigures(try trial.run())
                    sayProgress("  \(figures)")
                    rows.append((trace, contender, figures))
                } catch {
                    // One failure is a result; the others go on.
                    failures.append("\(trace.name), \(contender.rawValue): \(error)")
                    sayProgress("  failed: \(error)")
                }
            }
        }
        let text = LinkTable(rows: rows, failures: failures).text
        say(text)
        try ResultsPage.put("Lines", text, into: options.results)
        guard failures.isEmpty else { throw FixtureError(failures.joined(separator: "\n")) }
    }
}
