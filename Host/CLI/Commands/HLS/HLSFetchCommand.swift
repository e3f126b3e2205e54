import ArgumentParser
import Downloads
import Glibc
import HLS
import Platform

struct HLSFetchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fetch", abstract: "Fetch an HLS stream, to be played without the network.",
        discussion: """
            Of the variants, those that --require refuses are left out; each --prefer, in order, narrows down what is left, and is passed over \
            where nothing would be left; of the rest the one with the highest peak bit rate is fetched. --auxiliary fetches audio of a further \
            variant: one with the same picture, so that this is fetched once, unless --no-optimize-auxiliary. Conditions are those of \
            'splitcast hls inspect --where'. A live stream is fetched until it ends, for --duration, or until Ctrl-C.

            The talk lies in a folder of its own below $XDG_DATA_HOME/splitcast (else ~/.local/share/splitcast), decrypted where its key can be \
            had (AES-128). Whatever broke a fetch off, the same command goes on: what is there is not fetched again.

            EXAMPLES:
              splitcast hls fetch https://example.com/master.m3u8 --title "Talk"
              splitcast hls fetch URL --title "Talk" --prefer 'peakBitRate < 5000000'
              splitcast hls fetch URL --title "Talk" --audio en,fr --subtitles en
              splitcast hls fetch URL --auxiliary 'audioAttributes.formatIDs IN {alac}'
            """)

    @Argument(help: ArgumentHelp("The address of a playlist.", valueName: "URL"))
    var url: String

    @Option(help: ArgumentHelp("What the talk is called (default: from the address).", valueName: "TEXT"))
    var title: String?

    @Option(help: ArgumentHelp("A picture to keep with it, .png or .jpg.", valueName: "FILE"))
    var artwork: String?

    @Option(help: ArgumentHelp("Rather variants that meet this condition; may be given again, the first counts most.", valueName: "PREDICATE"))
    var prefer: [String] = []

    @Option(help: ArgumentHelp("Only variants that meet this condition; may be given again.", valueName: "PREDICATE"))
    var require: [String] = []

    @Option(
        help: ArgumentHelp(
            "This variant as it is: its number in 'splitcast hls inspect', or its name where the playlist has some (STABLE-VARIANT-ID, NAME).",
            valueName: "N|NAME"))
    var variant: String?

    @Option(
        help: ArgumentHelp(
            "Languages of audio, such as en,fr, or names of renditions; none for none (default: the playlist's).", valueName: "LIST"))
    var audio: String?

    @Option(help: ArgumentHelp("Languages of subtitles, or none (default: the playlist's).", valueName: "LIST"))
    var subtitles: String?

    @Option(help: ArgumentHelp("Also the audio of a variant that meets this condition; may be given again.", valueName: "PREDICATE"))
    var auxiliary: [String] = []

    @Flag(name: .customLong("no-optimize-auxiliary"), help: "Choose auxiliary variants by themselves, though the picture may be fetched twice.")
    var isAuxiliaryApart = false

    @Option(help: ArgumentHelp("So much of it, from its beginning; of a live stream, from now.", valueName: "TIME"))
    var duration: String?

    @Option(help: ArgumentHelp("How progress is shown: bar, json (a line a second) or none (default: bar in a terminal).", valueName: "WORD"))
    var progress: String?

    @OptionGroup var origin: OriginOptions

    func run() async throws {
        let request = try request()
        let display: FetchRun.Display =
            if let progress { try OptionText.word("--progress", progress, [("bar", .bar), ("json", .json), ("none", .none)]) } else { .bar }
        guard let library = TalkLibrary.standard() else {
            throw CommandFailure(.failed, "there is nowhere to put it: set HOME or XDG_DATA_HOME")
        }
        let isShown = display != .bar || Console.standard.isTerminal
        try await FetchRun(fetch: TalkFetch(request, into: library), display: isShown ? display : .none).run()
    }

    func request() throws(CommandFailure) -> FetchRequest {
        guard !url.isEmpty else { throw CommandFailure(.usage, "the address is empty: give one such as https://example.com/master.m3u8") }
        guard url.hasPrefix("http://") || url.hasPrefix("https://") else {
            throw CommandFailure(.usage, "\(MaskedAddress(url)) is no address of a web server: give one such as https://example.com/master.m3u8")
        }
        let title = title ?? Self.title(of: url)
        guard !title.isEmpty, title.utf8.count <= 200 else { throw OptionText.wrong("--title", title, "give a title of 1 to 200 bytes") }
        var request = FetchRequest(url: url, title: title)
        request.primary = ContentConfiguration(
            choice: choice, preferences: try PredicateText.read("--prefer", prefer), requirements: try PredicateText.read("--require", require),
            media: MediaSelection(audio: try Self.languages("--audio", audio), subtitles: try Self.languages("--subtitles", subtitles)))
        for predicate in try PredicateText.read("--auxiliary", auxiliary) {
            let first = request.primary.media.audio?.first.map { [$0] }
            request.auxiliary.append(ContentConfiguration(preferences: [predicate], media: MediaSelection(audio: first, subtitles: [])))
        }
        request.optimizesAuxiliary = !isAuxiliaryApart
        if let duration { request.duration = try OptionText.duration("--duration", duration, .seconds(1) ... .seconds(86_400 * 7)) }
        if let artwork { request.artwork = try Self.picture(artwork) }
        request.origin = try origin.settings()
        return request
    }

    private var choice: ContentConfiguration.Choice? { variant.map { text in Int(text).map { .number($0) } ?? .name(text) } }

    /// `https://example.com/keynote/master.m3u8` is called keynote.
    private static func title(of url: String) -> String {
        let parts = url.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").dropFirst(2)
        let name = parts.last?.prefix { $0 != "." } ?? ""
        let isPlain = ["master", "index", "playlist", "prog_index", "main", ""].contains(name)
        return String(isPlain ? parts.dropLast().last ?? "talk" : name)
    }

    private static func languages(_ option: String, _ text: String?) throws(CommandFailure) -> [String]? {
        guard let text else { return nil }
        if text == "none" { return [] }
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        let forbidden: (Unicode.Scalar) -> Bool = { $0 == ";" || $0.properties.generalCategory == .control }
        guard parts.allSatisfy({ (1...100).contains($0.utf8.count) && !$0.unicodeScalars.contains(where: forbidden) }) else {
            throw OptionText.wrong(option, text, "give languages such as en,fr, or names of renditions")
        }
        return parts
    }

    private static func picture(_ path: String) throws(CommandFailure) -> (bytes: [UInt8], ending: String) {
        let checked = try PictureFile.checked("--artwork", path)
        do throws(DownloadError) {
            let bytes = try ArtworkFile.bytes(of: checked)
            return (bytes, bytes.first == 0x89 ? "png" : "jpg")
        } catch { throw CommandFailure(error) }
    }
}
