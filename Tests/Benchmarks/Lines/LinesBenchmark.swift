import Foundation
import TestBeds

/// The trace laboratory: the same screen over the same lines, by Splitcast, which follows them, and by ffmpeg, which does not.
struct LinesBenchmark {
    private let options: LinesOptions

    init(_ options: LinesOptions) { self.options = options }

    func run() throws {
        if let keep = options.keep { try FileManager.default.createDirectory(atPath: keep, withIntermediateDirectories: true) }
        let isAdaptive = try !options.contenders.contains(.splitcast) || Self.canAdapt()
        if !isAdaptive {
            say("This build of splitcast has no --min-bitrate: its bit rate follows no line, and it is measured as it is.")
        }
        let server = try RtmpBed()
        var rows: [(trace: LineTrace, contender: Contender, figures: LineFigures)] = []
        var failures: [String] = []
        for trace in options.traces {
            for contender in options.contenders {
                say("\(trace.name), \(contender.rawValue): \(trace.words) …")
                do {
                    let trial = LineTrial(trace: trace, contender: contender, isAdaptive: isAdaptive, server: server, keep: options.keep)
                    let figures = LineFigures(try trial.run())
                    say("  \(figures)")
                    rows.append((trace, contender, figures))
                } catch {
                    // One failure is a result; the others go on.
                    failures.append("\(trace.name), \(contender.rawValue): \(error)")
                    say("  failed: \(error)")
                }
            }
        }
        let text = LineTable(rows: rows, failures: failures, isAdaptive: isAdaptive).text
        say(text)
        if let results = options.results {
            var page = ResultsPage(textOfFile(results))
            page.replace("Lines", with: "\(Machine.description)\n\n" + text)
            try page.text.write(toFile: results, atomically: true, encoding: .utf8)
        }
        guard failures.isEmpty else { throw BedError(failures.joined(separator: "\n")) }
    }

    /// Whether the built command knows how to follow a line.
    private static func canAdapt() throws -> Bool {
        String(decoding: try runTool([try builtProduct("splitcast"), "live", "--help"]), as: UTF8.self).contains("--min-bitrate")
    }
}
