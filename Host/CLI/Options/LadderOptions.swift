import ArgumentParser
import Audio
import Delivery
import Platform
import Session

/// What targets that are playlists get instead of one encoding.
struct LadderOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "HLS targets and the page get several pictures to choose from, the audio beside them: 1080p,720p,360p.",
            discussion: "So high, and as wide as the picture's shape makes it; or WIDTHxHEIGHT; @RATE behind it sets the bit rate, as in "
                + "720p@2M,640x360@600k. The key frames of all are shown at the same times, every --keyframe-interval.", valueName: "LIST"))
    var ladder: String?

    @Option(
        help: ArgumentHelp(
            "How far viewers of a ladder can go back: a time, such as 2h; all for everything from the beginning on (default: six segments).",
            valueName: "TIME|all"))
    var dvr: String?

    @Option(
        help: ArgumentHelp(
            "The audio that viewers of a ladder choose from, the first by itself: mix, mic, mic-2 …, desktop, music; with its language, as in "
                + "mix:en (default: mix).", valueName: "LIST"))
    var audioGroup: String?

    @Flag(
        help: ArgumentHelp(
            "The page's server shows the ladder in parts of 0.2 s, at /ladder/master.m3u8, for players of low-latency HLS.",
            discussion: "Of the first ladder in a folder, else of the page's own. Pictures come at --fps whether something changes or not."))
    var lowLatency = false

    @Option(
        help: ArgumentHelp(
            "Encrypt the segments of a ladder with AES-128, with a new key after so many segments: aes-128,rotate=30.",
            discussion: "Keys are files beside the playlists that the user alone may read; key-folder=FOLDER writes them elsewhere, key-uri=URL "
                + "is where players find them, with the name of the file behind it. Not with --low-latency.",
            valueName: "aes-128[,rotate=N][,key-folder=FOLDER][,key-uri=URL]"))
    var encrypt: String?

    private static let longest = Duration.seconds(7 * 86_400)

    /// - Parameters:
    ///   - configuration: holds the targets, encodings and audio already.
    ///   - hasPage: whether there is a server that can show it.
    func apply(to configuration: inout SessionConfiguration, hasPage: Bool) throws(CommandFailure) {
        guard let ladder else {
            let given = [("--dvr", dvr != nil), ("--audio-group", audioGroup != nil), ("--low-latency", lowLatency), ("--encrypt", encrypt != nil)]
            if let option = given.first(where: { $0.1 })?.0 {
                throw CommandFailure(.usage, "\(option) is for a ladder, and there is none: add --ladder, such as --ladder 720p,360p")
            }
            return
        }
        guard configuration.streams != .audioOnly else {
            throw CommandFailure(.usage, "--ladder says something about the picture, and --audio-only sends none: leave out one of them")
        }
        var choice = LadderChoice(try LadderText.rungs(ladder))
        if let dvr { choice.window = dvr == "all" ? .everything : .time(try OptionText.duration("--dvr", dvr, spans(configuration), "or all")) }
        if let audioGroup {
            if LadderText.names(ofAudio: audioGroup).contains("desktop"), configuration.streams != .videoOnly, configuration.desktopAudio == nil {
                do throws(AudioError) { configuration.desktopAudio = try DesktopChoice(parsing: nil) } catch {
                    throw CommandFailure(.usage, error.message)
                }
            }
            choice.audio = try LadderText.audio(audioGroup, configuration)
        }
        for encoding in choice.rungs.map(\.encoding) {
            guard !configuration.encodings.contains(where: { $0.name == encoding.name }) else {
                throw CommandFailure(.usage, "--encoding \(encoding.name) has the name of a rung of --ladder: choose another")
            }
            configuration.encodings.append(encoding)
        }
        let hasPlaylist = configuration.targets.contains { EncodingReference($0).encoding == EncodingChoice.main && isPlaylist($0) }
        guard hasPage || hasPlaylist else {
            throw CommandFailure(
                .usage,
                "--ladder is for the page and for HLS, and there is neither: leave out --http off, or add --to hls:FOLDER or "
                    + "--to https://HOST/PATH/NAME.m3u8; other targets get one encoding, as in --to URL@low")
        }
        if let encrypt {
            guard !lowLatency else {
                throw CommandFailure(.usage, "--encrypt encrypts whole segments, and --low-latency sends them in parts: leave out one of them")
            }
            guard hasPlaylist else {
                throw CommandFailure(.usage, "--encrypt is for a ladder in a folder or on a web server, and there is none: add --to hls:FOLDER")
            }
            choice.encryption = try EncryptionText.encryption(encrypt)
        }
        if lowLatency {
            guard hasPage else {
                throw CommandFailure(.usage, "--low-latency is what the page's server gives, and --http off has none: leave out one of them")
            }
            (choice.hasLowLatency, configuration.isCadenceConstant) = (true, true)
        }
        configuration.ladder = choice
    }

    /// Three target durations is the least that players of a live stream are to be given (RFC 8216bis, 6.2.2).
    private func spans(_ configuration: SessionConfiguration) -> ClosedRange<Duration> {
        .seconds(3 * Ladder.targetSeconds(of: configuration.keyframeInterval))...Self.longest
    }

    /// A mistake in an address is told elsewhere.
    private func isPlaylist(_ text: String) -> Bool {
        do throws(DeliveryError) { return try TargetURL(parsing: EncodingReference(text).address).isPlaylist } catch { return false }
    }
}
