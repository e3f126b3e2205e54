import TestBeds

/// The options of `splitcast live` that say what bit rates it may choose from.
enum BitRateWords {
    /// Whether the built command knows how to follow a line.
    static func canAdapt() throws -> Bool {
        String(decoding: try runTool([try builtProduct("splitcast"), "live", "--help"]), as: UTF8.self).contains("--min-bitrate")
    }

    /// - Parameter first: where it begins; `nil` leaves that to the host. A build that cannot adapt stays at the ceiling.
    static func options(ceiling: String, floor: String, first: String? = nil) throws -> [String] {
        guard try canAdapt() else { return ["--video-bitrate", ceiling] }
        return ["--bitrate", ceiling, "--min-bitrate", floor] + (first.map { ["--initial-bitrate", $0] } ?? [])
    }
}
