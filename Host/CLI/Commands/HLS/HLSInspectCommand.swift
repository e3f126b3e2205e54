import ArgumentParser
import Downloads
import HLS

struct HLSInspectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect", abstract: "Show the variants of an HLS stream, as its playlist describes them.",
        discussion: """
            Badges (4K, HDR, PQ, HLG, Dolby Vision, Atmos, lossless) come from the playlist alone. A condition compares peakBitRate, \
            averageBitRate, videoAttributes.videoRange (SDR, HLG, PQ), videoAttributes.nominalFrameRate, \
            videoAttributes.presentationSize (also .width, .height), videoAttributes.codecTypes, audioAttributes.formatIDs (aac, ac-3, ec-3, \
            alac, flac, opus …), audioAttributes.isBinaural, audioAttributes.channelCount, channels(group:"NAME") by == != < <= > >= IN {…} \
            CONTAINS BETWEEN {…, …}; && || ! and AND OR NOT connect conditions, parentheses group them.

            EXAMPLES:
              splitcast hls inspect https://example.com/master.m3u8
              splitcast hls inspect master.m3u8 --where 'peakBitRate < 5000000'
              splitcast hls inspect master.m3u8 --json
            """)

    @Argument(help: ArgumentHelp("The address of a playlist, or its file.", valueName: "URL|FILE"))
    var url: String

    @Option(name: .customLong("where"), help: ArgumentHelp("Only variants that meet this condition.", valueName: "PREDICATE"))
    var condition: String?

    @Flag(help: "Print JSON.")
    var json = false

    @OptionGroup var origin: OriginOptions

    func run() throws {
        guard !url.isEmpty else { throw CommandFailure(.usage, "the address is empty: give one such as https://example.com/master.m3u8") }
        let predicate = try condition.map { text throws(CommandFailure) in try PredicateText.read("--where", text) }
        var settings = try origin.settings()
        // Someone waits for the answer.
        settings.retries = 1
        let found: Origin.Found
        do throws(DownloadError) { found = try Origin(settings).playlist(at: url) } catch { throw CommandFailure(error) }
        let inspection = StreamInspection(found.playlist, where: predicate)
        if json { print(JSONText.of(inspection, isPretty: true)) }
        guard inspection.kind == "media" || !inspection.variants.isEmpty else {
            throw CommandFailure(.failed, predicate == nil ? "the playlist has no variant" : "no variant meets --where")
        }
        if !json { print(StreamText.of(inspection), terminator: "") }
    }
}
