import Foundation

// What it measures, and how, is in Benchmark.swift.
do {
    try Benchmark(Options(CommandLine.arguments.dropFirst())).run()
} catch let problem as Options.Problem {
    FileHandle.standardError.write(Data("splitcast-bench: \(problem.message)\n\n\(Options.help)\n".utf8))
    exit(2)
} catch {
    FileHandle.standardError.write(Data("splitcast-bench: \(error)\n".utf8))
    exit(1)
}
