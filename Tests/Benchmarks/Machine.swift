import Fixtures
import Foundation

/// Where the figures were taken.
enum Machine {
    static var description: String {
        let processors = textOfFile("/proc/cpuinfo").split(separator: "\n").filter { $0.hasPrefix("model name") }
        let model = processors.first?.split(separator: ":").last.map { $0.trimmingCharacters(in: .whitespaces) } ?? "unknown processor"
        let memory = textOfFile("/proc/meminfo").split(separator: "\n").first?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        let system = textOfFile("/etc/os-release").split(separator: "\n").first { $0.hasPrefix("PRETTY_NAME=") }?.split(separator: "\"").last ?? ""
        let kernel = textOfFile("/proc/sys/kernel/osrelease").trimmingCharacters(in: .whitespacesAndNewlines)
        return """
            \(model), \(processors.count) cores, \(memory / 1_048_576) GiB of memory; \(system), kernel \(kernel); \
            \(versions.joined(separator: ", ")).
            """
    }

    private static var versions: [String] {
        let packages = [
            "ffmpeg", "libx264-164", "xvfb", "pulseaudio", "libnginx-mod-rtmp", "gstreamer1.0-tools", "simplescreenrecorder", "obs-studio",
        ]
        return packages.compactMap { package in
            guard let data = try? runTool(["dpkg-query", "-W", "-f", "${Version}", package]) else { return nil }  // not a Debian, or not installed
            return "\(package) \(String(decoding: data, as: UTF8.self))"
        }
    }
}
