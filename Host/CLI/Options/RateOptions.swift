import ArgumentParser
import Delivery
import RateControl
import Session

/// How many bits the picture gets, and how that follows the network.
struct RateOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Bit rates by the stream's size: sharp or smooth (few steps down, few bits), "
                + "desktop (text stays legible), custom (yours alone) (default: desktop).",
            valueName: "WORD"))
    var quality: String?

    @Option(
        help: ArgumentHelp(
            "The picture's highest bit rate: 2500k, 4.5M. Alone, the stream begins with it (default: by --quality).", valueName: "RATE"))
    var bitrate: String?

    @Option(
        help: ArgumentHelp(
            "The lowest bit rate at which viewers get every frame; where the network carries less there are fewer (default: by --quality).",
            valueName: "RATE"))
    var minBitrate: String?

    @Option(help: ArgumentHelp("What the stream begins with (default: by --quality, or --bitrate).", valueName: "RATE"))
    var initialBitrate: String?

    @Flag(help: "Always --bitrate, whatever the network carries: what does not fit is dropped. The other limits then have no effect.")
    var noAdaptive = false

    @Flag(help: "On a very slow network the picture may become smaller; not every player follows that.")
    var adaptiveResolution = false

    @Option(
        help: ArgumentHelp(
            "Which target decides: the first network target that is live (first; slower ones get key frames alone), "
                + "or the slowest of all (all) (default: first).", valueName: "WORD"))
    var adaptTo: String?

    @Option(help: ArgumentHelp("The same as --bitrate.", valueName: "RATE"))
    var videoBitrate: String?

    func apply(to configuration: inout SessionConfiguration) throws(CommandFailure) {
        if bitrate != nil, videoBitrate != nil {
            throw CommandFailure(.usage, "--bitrate and --video-bitrate say the same thing: leave out one of them")
        }
        var choice = configuration.quality
        if let quality { choice.table = try OptionText.word("--quality", quality, QualityTable.allCases.map { ($0.rawValue, $0) }) }
        let other = try Self.rate("--video-bitrate", videoBitrate)
        choice.ceiling = try Self.rate("--bitrate", bitrate) ?? other
        choice.floor = try Self.rate("--min-bitrate", minBitrate)
        choice.initial = try Self.rate("--initial-bitrate", initialBitrate)
        configuration.quality = choice
        do throws(DeliveryError) { _ = try configuration.bitRateLimits() } catch { throw CommandFailure(.usage, error.message) }
        (configuration.isAdaptive, configuration.mayLowerSize) = (!noAdaptive, adaptiveResolution)
        if let adaptTo { configuration.adaptsToAll = try OptionText.word("--adapt-to", adaptTo, [("first", false), ("all", true)]) }
    }

    private static func rate(_ option: String, _ text: String?) throws(CommandFailure) -> Int? {
        guard let text else { return nil }
        return try OptionText.bitRate(option, text, BitRateLimits.possible)
    }
}
