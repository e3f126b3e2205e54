import ArgumentParser
import Audio
import Session

struct AudioAddCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Put a microphone, or the desktop's audio, into the mix; without a click, and nothing else changes.",
        discussion: """
            A microphone gets the first name that is free: mic, mic-2 and so on, which is printed; 8 at most. It is in the mix, with meters and \
            all that 'splitcast audio' changes, but has no track of its own in recordings: --record-tracks names those at the start.

            EXAMPLES:
              splitcast audio add --mic default
              splitcast audio add --mic default --gain -6dB --processing gate,compressor
              splitcast audio add --mic "USB Headset" --channels left --offset +40ms
              splitcast audio add --desktop-audio
              splitcast audio add --desktop-audio app=Firefox
            """)

    @Option(name: .customLong("mic"), help: ArgumentHelp("default, or a name from 'splitcast sources'.", valueName: "NAME"))
    var microphone: String?

    @Option(
        name: .customLong("desktop-audio"), defaultAsFlag: "",
        help: ArgumentHelp("What the desktop plays; as --desktop-audio of 'splitcast live'.", valueName: "app=NAME"))
    var desktopAudio: String?

    @Option(help: ArgumentHelp("-6dB, +3dB or 50 (default: as it is).", valueName: "GAIN"))
    var gain: String?

    @Option(help: ArgumentHelp("echo,noise,gain,high-pass,gate,equalizer,compressor: of a microphone (default: off).", valueName: "LIST"))
    var processing: String?

    @Option(help: ArgumentHelp("stereo, mono, left, right or swapped (default: stereo).", valueName: "WORD"))
    var channels: String?

    @Option(help: ArgumentHelp("How much later it is heard, such as +40ms; -500ms (earlier) to +2000ms.", valueName: "TIME"))
    var offset: String?

    @OptionGroup var group: GroupOption

    func run() throws {
        let addition = try addition()
        let status = try AudioRequestRun(group).steer(.add(addition))
        guard let added = status.sources.first(where: { $0.id == status.added }) else { return }
        print("\(added.id): added to the mix")
    }

    func addition() throws(CommandFailure) -> AudioAddition {
        do throws(AudioError) {
            var addition = AudioAddition(try source())
            if let gain { addition.gain = try AudioGain(parsing: NegativeValues.plain(gain)) }
            if let processing { addition.processing = try VoiceProcessing(parsing: processing) }
            if let offset { addition.offset = try AudioOffset(parsing: NegativeValues.plain(offset)) }
            if let problem = addition.problem { throw AudioError(.badSetting, problem) }
            guard let channels else { return addition }
            guard let map = ChannelMap.allCases.first(where: { $0.word == channels }) else {
                let words = ChannelMap.allCases.map(\.word).joined(separator: ", ")
                throw AudioError(.badSetting, "--channels \(channels): give one of \(words)")
            }
            addition.channels = map
            return addition
        } catch { throw CommandFailure(.usage, error.message) }
    }

    private func source() throws(AudioError) -> AudioAddition.Source {
        switch (microphone, desktopAudio) {
        case (let name?, nil):
            guard !["", "none"].contains(name) else {
                throw AudioError(.badSetting, "--mic '\(name)' is no microphone: give default, or a name from 'splitcast sources'")
            }
            return .microphone(MicrophoneChoice(name))
        case (nil, let words?): return .desktop(try DesktopChoice(parsing: words))
        case (nil, nil): throw AudioError(.badSetting, "add what? Give --mic NAME, or --desktop-audio")
        case (.some, .some): throw AudioError(.badSetting, "--mic and --desktop-audio are two sources: add one, then the other")
        }
    }
}
