import ArgumentParser
import Audio
import Session

/// Where the audio comes from, and what is done to it.
struct AudioOptions: ParsableArguments {
    @Option(
        name: .customLong("mic"),
        help: ArgumentHelp(
            "default, none, or a name from 'splitcast sources' (default: default). Repeated: mic, mic-2 and so on, each a source of its own.",
            valueName: "NAME"))
    var microphones: [String] = []

    @Option(
        name: .customLong("desktop-audio"), defaultAsFlag: "",
        help: ArgumentHelp(
            "Mix in what the desktop plays.",
            discussion: "Alone: all that goes to the default sink. app=NAME[,app=NAME…]: these applications alone. "
                + "not-app=NAME[,…]: all but these. sink=NAME: all that goes to another sink. Applications may start later.",
            valueName: "app=NAME"))
    var desktopAudio: String?

    @Option(
        name: .customLong("mic-processing"),
        help: ArgumentHelp(
            "echo,noise,gain,high-pass,gate,equalizer,compressor: what is done to a microphone's audio (default: off).",
            discussion: "mic-2=LIST: of that one alone; may be repeated. 'splitcast audio processing' changes it.", valueName: "LIST"))
    var processing: [String] = []

    @Option(
        name: .customLong("mic-channels"),
        help: ArgumentHelp(
            "stereo, mono, left, right or swapped: which of its channels go where (default: stereo). mic-2=WORD: of that one alone.",
            valueName: "WORD"))
    var channels: [String] = []

    @Option(
        name: .customLong("audio-offset"),
        help: ArgumentHelp(
            "How much later a source is heard, such as mic=+40ms; -500ms (earlier) to +2000ms. May be repeated.", valueName: "SOURCE=TIME"))
    var offsets: [String] = []

    @Option(
        name: .customLong("duck"), defaultAsFlag: "on",
        help: ArgumentHelp("Let music and desktop step back while someone speaks (alone: by 12dB).", valueName: "DEPTH"))
    var ducking: String?

    func apply(to configuration: inout SessionConfiguration) throws(CommandFailure) {
        if !microphones.isEmpty { configuration.microphones = try MicrophoneText.choices(microphones).map { SessionConfiguration.Microphone($0) } }
        do throws(AudioError) {
            if let desktopAudio { configuration.desktopAudio = try DesktopChoice(parsing: desktopAudio.isEmpty ? nil : desktopAudio) }
        } catch { throw CommandFailure(.usage, error.message) }
        if let ducking { configuration.duckingDecibels = try OptionText.ducking("--duck", ducking) }
        let ids = configuration.microphones.indices.map { SessionConfiguration.Microphone.id(at: $0) }
        configuration.audioOffsets = try MicrophoneText.offsets(offsets, microphones: ids, hasDesktop: desktopAudio != nil)
        let useless = [("--mic-processing", processing), ("--mic-channels", channels)].first { !$0.1.isEmpty }
        if let useless, ids.isEmpty { throw CommandFailure(.usage, "\(useless.0) needs a microphone: leave out --mic none") }
        for (index, text) in try MicrophoneText.byMicrophone("--mic-processing", processing, ids) {
            do throws(AudioError) { configuration.microphones[index].processing = try VoiceProcessing(parsing: text) } catch {
                throw CommandFailure(.usage, error.message)
            }
        }
        for (index, text) in try MicrophoneText.byMicrophone("--mic-channels", channels, ids) {
            let map = try OptionText.word("--mic-channels", text, ChannelMap.allCases.map { ($0.word, $0) })
            configuration.microphones[index].channels = map
        }
    }
}
