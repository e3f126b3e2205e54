import ArgumentParser
import Audio
import Session

/// Where the audio comes from, and what is done to it.
struct AudioOptions: ParsableArguments {
    @Option(
        name: .customLong("mic"),
        help: ArgumentHelp("default, none, or a name from 'splitcast sources' (default: default).", valueName: "NAME"))
    var microphone: String?

    @Option(
        name: .customLong("desktop-audio"), defaultAsFlag: "",
        help: ArgumentHelp(
            "Mix in what the desktop plays.",
            discussion: "Alone: all that goes to the default sink. app=NAME[,app=NAME…]: these applications alone. not-app=NAME[,…]: all but these. "
                + "sink=NAME: all that goes to another sink. Applications may start later.",
            valueName: "app=NAME"))
    var desktopAudio: String?

    @Option(
        name: .customLong("mic-processing"),
        help: ArgumentHelp(
            "echo,noise,gain,high-pass: what is done to the microphone's audio (default: off); 'splitcast audio processing' changes it.",
            valueName: "LIST"))
    var processing: String?

    @Option(
        name: .customLong("mic-channels"),
        help: ArgumentHelp("stereo, mono, left, right or swapped: which of its channels go where (default: stereo).", valueName: "WORD"))
    var channels: String?

    @Option(
        name: .customLong("duck"), defaultAsFlag: "on",
        help: ArgumentHelp("Let music and desktop step back while someone speaks (alone: by 12dB).", valueName: "DEPTH"))
    var ducking: String?

    func apply(to configuration: inout SessionConfiguration) throws(CommandFailure) {
        switch microphone {
        case nil, "default": configuration.microphone = .systemDefault
        case "none": configuration.microphone = .none
        case "": throw CommandFailure(.usage, "--mic is empty: give default, none or a name from 'splitcast sources'")
        case let name?: configuration.microphone = .named(name)
        }
        do throws(AudioError) {
            if let desktopAudio { configuration.desktopAudio = try DesktopChoice(parsing: desktopAudio.isEmpty ? nil : desktopAudio) }
            if let processing { configuration.voiceProcessing = try VoiceProcessing(parsing: processing) }
        } catch { throw CommandFailure(.usage, error.message) }
        if let channels {
            configuration.microphoneChannels = try OptionText.word("--mic-channels", channels, ChannelMap.allCases.map { ($0.word, $0) })
        }
        if let ducking { configuration.duckingDecibels = try OptionText.ducking("--duck", ducking) }
        guard configuration.microphone == .none else { return }
        let useless = [("--mic-processing", processing), ("--mic-channels", channels)].first { $0.1 != nil }
        if let useless { throw CommandFailure(.usage, "\(useless.0) needs a microphone: leave out --mic none") }
    }
}
