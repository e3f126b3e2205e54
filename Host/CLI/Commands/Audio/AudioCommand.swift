import ArgumentParser

struct AudioCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audio", abstract: "Show and change the audio of a running host: sources, levels, gains, mutes.",
        discussion: """
            SOURCE is mic, mic-2 and so on, desktop, music, or the name of a pushed source.

            EXAMPLES:
              splitcast audio                          live meters; Ctrl-C ends them
              splitcast audio --json                   once, for programs
              splitcast audio add --mic "USB Headset"  another microphone, while live
              splitcast audio remove mic-2
              splitcast audio gain mic -6dB            or 50, which is the same
              splitcast audio mute mic
              splitcast audio mute all                 and 'unmute all': as it was before
              splitcast audio processing echo,noise
              splitcast audio processing mic-2 gate,compressor
              splitcast audio offset mic +40ms         heard later; -40ms: earlier
              splitcast audio duck 12dB                music and desktop under speech
              splitcast audio monitor on --sink headphones
            """,
        subcommands: [
            AudioShowCommand.self, AudioAddCommand.self, AudioRemoveCommand.self, AudioGainCommand.self, AudioMuteCommand.self,
            AudioUnmuteCommand.self, AudioAlwaysOnCommand.self,
            AudioChannelsCommand.self, AudioProcessingCommand.self, AudioOffsetCommand.self, AudioDuckCommand.self, AudioMonitorCommand.self,
            AudioPushCommand.self,
        ], defaultSubcommand: AudioShowCommand.self)

    /// Here too, so that it may stand before the subcommand, which gets it from here.
    @OptionGroup var group: GroupOption
}
