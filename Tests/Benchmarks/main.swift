import Foundation

let help = [
    Options.help, AgentOptions.help, AudioOptions.help, LinksOptions.help, DeliveryOptions.help, WaylandOptions.help, StormOptions.help,
    EncodingsOptions.help, QualityOptions.help, LayersOptions.help, PlaylistsOptions.help, FetchOptions.help, PageOptions.help,
].joined(separator: "\n\n")

// What it measures, and how, is in Benchmark.swift.
do {
    let arguments = CommandLine.arguments.dropFirst()
    if ["--help", "-h"].contains(where: arguments.contains) {
        say(help)
    } else if let options = try AgentOptions(arguments) {
        try AgentBenchmark(options).run()
    } else if let options = try AudioOptions(arguments) {
        try AudioBenchmark(options).run()
    } else if let options = try LinksOptions(arguments) {
        try LinksBenchmark(options).run()
    } else if let options = try DeliveryOptions(arguments) {
        try DeliveryBenchmark(options).run()
    } else if let options = try WaylandOptions(arguments) {
        try WaylandBenchmark(options).run()
    } else if let options = try StormOptions(arguments) {
        try StormBenchmark(options).run()
    } else if let options = try EncodingsOptions(arguments) {
        try EncodingsBenchmark(options).run()
    } else if let options = try QualityOptions(arguments) {
        try QualityBenchmark(options).run()
    } else if let options = try LayersOptions(arguments) {
        try LayersBenchmark(options).run()
    } else if let options = try PlaylistsOptions(arguments) {
        try PlaylistsBenchmark(options).run()
    } else if let options = try FetchOptions(arguments) {
        try FetchBenchmark(options).run()
    } else if let options = try PageOptions(arguments) {
        switch options.scenario {
        case .page: try PageBenchmark(options).run()
        case .cockpit: try CockpitBenchmark(options).run()
        case .readers: try ReadersBenchmark(options).run()
        }
    } else {
        try Benchmark(Options(arguments)).run()
    }
} catch let problem as Options.Problem {
    FileHandle.standardError.write(Data("splitcast-bench: \(problem.message)\n\n\(help)\n".utf8))
    exit(2)
} catch {
    FileHandle.standardError.write(Data("splitcast-bench: \(error)\n".utf8))
    exit(1)
}
