import AgentProtocol
import AppGroup
import ArgumentParser
import Platform

struct AudioPushCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "push", abstract: "Push raw samples from a file or a pipe into the mix.",
        discussion: """
            They are a source of their own, with gain, mute and levels, until they end; the command ends when they have been heard. \
            A file goes at its own pace. Other programs can do the same: see Shared/PROTOCOL.md, section 12.

            EXAMPLES:
              splitcast audio push --name game --format s16 --rate 44100 samples.raw
              ffmpeg -i a.ogg -f s16le -ac 2 -ar 48000 - | splitcast audio push --name a -
              parec --format=float32le | splitcast audio push --format f32 --rate 44100 -
            """)

    @Option(help: ArgumentHelp("What the source is called: 1 to 32 of A-Z a-z 0-9 . _ -", valueName: "NAME"))
    var name: String

    @Option(help: ArgumentHelp("s16 or f32, little-endian (default: s16).", valueName: "FORMAT"))
    var format: String?

    @Option(help: ArgumentHelp("Sample frames a second, 8000 to 192000 (default: 48000).", valueName: "HERTZ"))
    var rate: String?

    @Option(help: ArgumentHelp("1 to 8, interleaved (default: 2).", valueName: "COUNT"))
    var channels: String?

    @Option(help: ArgumentHelp("A remark that is shown beside the name, at most 128 bytes.", valueName: "TEXT"))
    var extra: String?

    @OptionGroup var group: GroupOption

    @Argument(help: ArgumentHelp("The raw samples; - is standard input.", valueName: "FILE"))
    var file: String

    func run() throws {
        let (group, name, format) = (try group.name(), try pushName(), try pcmFormat())
        let extra = extra ?? ""
        guard extra.utf8.count <= 128 else { throw OptionText.wrong("--extra", extra, "must be at most 128 bytes") }
        let input = try SampleInput(file, format)
        let pusher = try AudioPusher(group, name: name, format, extra: extra)
        let signals: ProcessSignals
        do throws(SystemError) { signals = try ProcessSignals() } catch { throw CommandFailure(.failed, "\(error)") }
        let end = try pusher.push(input, signals: signals)
        if end == .heard, input.bytesLeftOver > 0 {
            Console.standard.complain(
                "\(input.bytesLeftOver) bytes at the end make no whole sample frame of \(format.bytesPerSampleFrame): "
                    + "are --format and --channels right?")
        }
    }

    func pushName() throws(CommandFailure) -> PushName {
        do throws(GroupError) { return try PushName(name) } catch { throw CommandFailure(.usage, "--name: \(error.message)") }
    }

    func pcmFormat() throws(CommandFailure) -> PCMFormat {
        let encoding = try OptionText.word("--format", format ?? "s16", PCMFormat.Encoding.allCases.map { ($0.word, $0) })
        let rate = try OptionText.number("--rate", rate ?? "48000", PCMFormat.sampleRatesHertz, 44100)
        let channels = try OptionText.number("--channels", channels ?? "2", PCMFormat.channelCounts, 2)
        guard let format = PCMFormat(encoding, sampleRateHertz: rate, channels: channels) else {
            throw CommandFailure(.usage, "no such format: \(rate) Hz, \(channels) channels")
        }
        return format
    }
}
