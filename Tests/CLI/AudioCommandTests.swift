import ArgumentParser
import Audio
import ControlFixtures
import Session
import Testing

@testable import SplitcastCLI

/// What the commands about audio come to.
@Suite struct AudioCommandTests {
    private func parsed<Command: ParsableCommand>(_ type: Command.Type, _ text: String) throws -> Command {
        let words = text.split(separator: " ").map(String.init)
        return try #require(try SplitcastCommand.parseAsRoot(NegativeValues.marked(words)) as? Command)
    }

    @Test func audioAloneShowsAndTakesOptions() throws {
        let command = try parsed(AudioShowCommand.self, "audio --group talk --json --all")
        #expect(command.json && command.all && !command.follow && command.group.text == "talk")
        _ = try parsed(AudioShowCommand.self, "audio")
    }

    @Test(arguments: ["audio --group talk mute mic", "audio mute --group talk mic", "audio mute mic --group talk"])
    func theGroupStandsWhereOneLikes(text: String) throws {
        let command = try parsed(AudioMuteCommand.self, text)
        #expect(command.source == "mic" && command.group.text == "talk")
        #expect(try parsed(MusicGainCommand.self, "music --group talk gain 40").group.text == "talk")
        #expect(try parsed(TargetsAddCommand.self, "targets --group talk add a.mkv").group.text == "talk")
        #expect(try parsed(TargetsAddCommand.self, "targets add --group talk a.mkv").address == "a.mkv")
        #expect(try parsed(TargetsShowCommand.self, "targets --group talk --json").json)
        #expect(try parsed(TargetsShowCommand.self, "targets --json").group.text == nil)
    }

    @Test(arguments: ["audio gain mic -6dB", "audio gain mic -6dB --group talk", "audio gain --group talk mic -6dB"])
    func aNegativeGainIsAValue(text: String) throws {
        let command = try parsed(AudioGainCommand.self, text)
        #expect(command.source == "mic")
        #expect(try abs(AudioGainCommand.read(command.gain).decibels + 6) < 0.001)
    }

    @Test func aNegativePlaceOfALayerIsAValue() throws {
        let command = try #require(
            try SplitcastCommand.parseAsRoot(NegativeValues.marked(["layer", "set", "cam", "-100,-50", "300x300"])) as? LayerSetCommand)
        var chosen: LayerChoice?
        if case .set(let choice, _) = try command.request() { chosen = choice }
        #expect(chosen?.x == .start(-100) && chosen?.y == .start(-50))
    }

    @Test func theMinusOfAnAgentsArgumentStaysAsItIs() {
        #expect(NegativeValues.marked(["swap", "x11", "-5"]) == ["swap", "x11", "-5"])
        #expect(NegativeValues.marked(["audio", "-h", "--json", "-.5dB"]) == ["audio", "-h", "--json", "\u{2212}.5dB"])
    }

    @Test func theSpellingsOfTheHelpAreTaken() throws {
        #expect(try parsed(AudioMuteCommand.self, "audio mute all").source == "all")
        #expect(try parsed(AudioUnmuteCommand.self, "audio unmute mic").source == "mic")
        #expect(try parsed(AudioProcessingCommand.self, "audio processing echo,noise").words == ["echo,noise"])
        #expect(try parsed(AudioProcessingCommand.self, "audio processing mic-2 gate").words == ["mic-2", "gate"])
        let offset = try parsed(AudioOffsetCommand.self, "audio offset mic -40ms")
        #expect(try offset.source == "mic" && AudioOffsetCommand.read(offset.time).milliseconds == -40)
        #expect(try parsed(AudioMonitorCommand.self, "audio monitor on --sink headphones").sink == "headphones")
        #expect(try parsed(AudioChannelsCommand.self, "audio channels mic left").word == "left")
        #expect(try parsed(AudioAlwaysOnCommand.self, "audio always-on mic off").word == "off")
        #expect(try parsed(MusicPlayCommand.self, "music play song.ogg --loop").loop)
        #expect(try AudioGainCommand.read(try parsed(MusicGainCommand.self, "music gain 40").gain).linear == 0.4)
        _ = try parsed(MusicPauseCommand.self, "music pause")
        _ = try parsed(MusicResumeCommand.self, "music resume")
        _ = try parsed(MusicStopCommand.self, "music stop")
    }

    @Test func duckingReadsItsDepth() throws {
        #expect(try OptionText.ducking("duck", "on") == 12 && OptionText.ducking("duck", "off") == nil)
        #expect(try OptionText.ducking("duck", "6dB") == 6)
        #expect(throws: CommandFailure.self) { try OptionText.ducking("duck", "60dB") }
    }

    @Test func whatIsAddedIsReadAsALiveOptionIs() throws {
        let words = "audio add --mic Guest --gain -6dB --processing gate,compressor --channels left --offset -40ms --group talk"
        let microphone = try parsed(AudioAddCommand.self, words).addition()
        #expect(microphone.source == .microphone(.named("Guest")) && microphone.processing == [.gate, .compressor] && microphone.channels == .left)
        #expect(abs(microphone.gain.decibels + 6) < 0.01 && microphone.offset.milliseconds == -40)
        #expect(try parsed(AudioAddCommand.self, "audio add --mic default").addition() == AudioAddition(.microphone(.systemDefault)))
        #expect(try parsed(AudioAddCommand.self, "audio add --desktop-audio").addition() == AudioAddition(.desktop(.everything(sink: nil))))
        #expect(
            try parsed(AudioAddCommand.self, "audio add --desktop-audio app=Firefox --gain 50").addition().source
                == .desktop(.applications(["Firefox"])))
        #expect(try parsed(AudioRemoveCommand.self, "audio remove mic-2").source == "mic-2")
    }

    @Test(
        arguments: [
            ("audio add", "--desktop-audio"), ("audio add --mic none", "'splitcast sources'"), ("audio add --mic a --desktop-audio", "two sources"),
            ("audio add --mic a --gain loud", "not a gain"), ("audio add --mic a --processing reverb", "reverb"),
            ("audio add --mic a --channels quad", "stereo, mono"), ("audio add --mic a --offset 3s", "+2000ms"),
            ("audio add --desktop-audio window=x", "app=NAME"), ("audio add --desktop-audio --processing echo", "not a microphone"),
        ])
    func whatCannotBeAddedIsRefused(text: String, words: String) throws {
        let command = try parsed(AudioAddCommand.self, text)
        let failure = #expect(throws: CommandFailure.self) { try command.addition() }
        #expect(failure?.message.contains(words) == true && failure?.message.contains("\n") == false, "\(String(describing: failure))")
    }

    @Test func aFileIsNamedByItsWholePath() throws {
        #expect(try MusicPlayCommand.absolute("/a/b.ogg") == "/a/b.ogg" && MusicPlayCommand.absolute("http://a/b") == "http://a/b")
        #expect(try MusicPlayCommand.absolute("b.ogg").hasPrefix("/") && MusicPlayCommand.absolute("b.ogg").hasSuffix("/b.ogg"))
        #expect(throws: CommandFailure.self) { try MusicPlayCommand.absolute("") }
    }

    @Test func theTableShowsSourcesMixAndWhatIsOn() throws {
        var audio = try #require(FakeSession().status().audio)
        (audio.sources[0].gainDecibels, audio.sources[0].isMuted, audio.sources[0].isActive) = (-6.02, true, false)
        (audio.processing, audio.ducking, audio.music.state, audio.music.url) = (["echo"], 12, "playing", "/music/song.ogg")
        (audio.mix.integratedLufs, audio.music.durationSeconds) = (-16.24, 185)
        let quiet = AudioTable.text(audio, showsAll: false)
        let lines = quiet.split(separator: "\n")
        #expect(lines[1].contains("mic") && lines[1].contains("live, muted") && lines[1].contains("-6.0 dB"))
        // Who speaks into a muted microphone sees that, unless it is closed.
        #expect(lines[1].contains("[####") && lines[1].contains("-24 dB"))
        #expect(lines[2].hasPrefix("mix") && lines[2].contains("-16.2 LUFS") && lines[2].contains("[####"))
        #expect(quiet.contains("playing: song.ogg, 0:00:00 of 0:03:05") && quiet.contains("ducking     12 dB") && quiet.contains("processing  echo"))
        audio.sources[0].state = "closed"
        #expect(!AudioTable.text(audio, showsAll: false).split(separator: "\n")[1].contains("["))
        #expect(AudioTable.text(audio, showsAll: true).split(separator: "\n")[1].contains("["))
    }

    /// A file that was to be played next has failed, and the one before goes on.
    @Test(arguments: [("playing", false), ("paused", false), ("finished", false), ("failed", true)])
    func aRowHasAFailureWhereTheSourceItselfFailed(state: String, isShown: Bool) throws {
        var audio = try #require(FakeSession().status().audio)
        var music = audio.sources[0]
        (music.id, music.kind, music.state, music.device, music.lastError) = ("music", "music", state, "/music/a.wav", "words.ogg: no audio")
        audio.sources.append(music)
        let row = AudioTable.text(audio, showsAll: false).split(separator: "\n")[2]
        #expect(row.contains("a.wav") != isShown && row.contains("words.ogg") == isShown, "\(row)")
    }
}
