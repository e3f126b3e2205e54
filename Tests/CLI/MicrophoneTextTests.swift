import Audio
import Testing

@testable import SplitcastCLI

/// Options that name several microphones and other sources.
@Suite struct MicrophoneTextTests {
    @Test func microphonesAreNamedInTheirOrder() throws {
        #expect(try MicrophoneText.choices(["none"]) == [] && MicrophoneText.choices(["default", "usb"]) == [.systemDefault, .named("usb")])
    }

    @Test(arguments: [
        (["usb", "usb"], "twice"), (["default", "default"], "twice"), (["usb", "none"], "none"), ([""], "empty"),
        ((1...9).map { "m\($0)" }, "8 microphones at most"),
    ]) func aBadListIsRefused(names: [String], words: String) {
        let failure = #expect(throws: CommandFailure.self) { try MicrophoneText.choices(names) }
        #expect(failure?.message.contains(words) == true, "\(String(describing: failure))")
    }

    @Test func whatIsForOneComesAfterWhatIsForAll() throws {
        let found = try MicrophoneText.byMicrophone("--mic-processing", ["mic-2=gate", "echo"], ["mic", "mic-2"])
        #expect(found.map { "\($0.0) \($0.1)" } == ["0 echo", "1 echo", "1 gate"])
        for (values, words) in [(["mic-3=gate"], "there are mic, mic-2"), (["echo", "gate"], "twice"), (["mic=a", "mic=b"], "twice for mic")] {
            let failure = #expect(throws: CommandFailure.self) { try MicrophoneText.byMicrophone("--mic-processing", values, ["mic", "mic-2"]) }
            #expect(failure?.message.contains(words) == true, "\(String(describing: failure))")
        }
    }

    @Test func offsetsAreOfSourcesThatAreThereOrMayBePushed() throws {
        let found = try MicrophoneText.offsets(["mic=+40ms", "game=-20ms", "music=1s"], microphones: ["mic"], hasDesktop: false)
        #expect(found.mapValues(\.milliseconds) == ["mic": 40, "game": -20, "music": 1000])
        for (values, words) in [
            (["mic"], "mic=+40ms"), (["mic=40ms", "mic=50ms"], "twice for mic"), (["mic-2=40ms"], "there are mic"),
            (["desktop=4ms"], "--desktop-audio"),
            (["mic=3000ms"], "-500ms"), (["mic=40"], "+40ms"), (["a b=4ms"], "not a valid source name"),
        ] {
            let failure = #expect(throws: CommandFailure.self) { try MicrophoneText.offsets(values, microphones: ["mic"], hasDesktop: false) }
            #expect(failure?.message.contains(words) == true, "\(values): \(String(describing: failure))")
        }
    }

    @Test func tracksAreOfSourcesThatThereAre() throws {
        func plan(_ words: String...) throws -> BroadcastPlan { try LiveCommand.parse(["--capture", "pattern"] + words).plan() }
        let found = try plan("--record", "a.mkv", "--desktop-audio", "--mic", "a", "--mic", "b", "--record-tracks", "mix,mic-2,desktop")
        #expect(found.configuration.recordTracks == ["mix", "mic-2", "desktop"])
        for (words, hint) in [
            (["--record", "a.mkv", "--record-tracks", "mix,desktop"], "add --desktop-audio"), (["--record-tracks", "mix,mic"], "add --record FILE"),
            (["--record", "a.mkv", "--record-tracks", "mix,mic-2"], "give any of mix, mic, music"),
            (["--record", "a.mkv", "--record-tracks", "mix,mix"], "named twice"),
        ] {
            let failure = #expect(throws: CommandFailure.self) { try LiveCommand.parse(["--capture", "pattern"] + words).plan() }
            #expect(failure?.message.contains(hint) == true, "\(words): \(String(describing: failure))")
        }
    }
}
