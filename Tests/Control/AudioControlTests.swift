import Audio
import ControlFixtures
import Session
import Testing

@testable import Control

/// What can be asked of the audio, over a real control socket.
@Suite struct AudioControlTests {
    private let group: TestGroup

    init() throws { group = try TestGroup() }

    static let requests: [AudioRequest] = [
        .add(addition(.microphone(.systemDefault))), .add(addition(.microphone(.named("Guest \"ü\"")), [.gate, .echo], .left, -40)),
        .add(addition(.desktop(.everything(sink: nil)))), .add(addition(.desktop(.allBut(["Spotify", "mpv"])), [], .mono, 20)),
        .remove(source: "mic-2"), .gain(source: "mic", gain("-6dB")), .gain(source: "game ü", gain("50")), .gain(source: "music", gain("+3dB")),
        .gain(source: "music", gain("0")), .mute(source: "mic", true), .mute(source: "all", false), .alwaysOn(source: "mic", false),
        .channels(source: "mic", .swapped), .duck(decibels: 12), .duck(decibels: nil), .monitor(sink: "head \"phones\""),
        .monitor(sink: nil), .monitorOff, .play("/tmp/a song.ogg", isLooping: true), .play("https://a/b?c=d", isLooping: false), .pauseMusic,
        .resumeMusic, .stopMusic, .loopMusic(true), .processing([.echo, .noise]), .processing([]),
        .processing(source: "mic-2", [.gate, .equalizer, .compressor]), .offset(source: "mic", offset(-40)), .offset(source: "game", offset(2000)),
    ]

    private static func addition(
        _ source: AudioAddition.Source, _ processing: VoiceProcessing = [], _ channels: ChannelMap = .stereo, _ milliseconds: Double = 0
    ) -> AudioAddition {
        var addition = AudioAddition(source)
        (addition.processing, addition.channels, addition.offset) = (processing, channels, offset(milliseconds))
        return addition
    }

    private static func offset(_ milliseconds: Double) -> AudioOffset { try! AudioOffset(milliseconds: milliseconds) }  // as below

    private static func gain(_ text: String) -> AudioGain { try! AudioGain(parsing: text) }  // literals of this file

    @Test(arguments: requests) func arrivesAsItWasAsked(request: AudioRequest) async throws {
        let session = FakeSession()
        _ = try await group.serving(session) { [group] in try ControlClient(group.directory.name).steer(request) }
        try #require(session.wasTold.sound.count == 1)
        if case .gain(let source, let gain) = request, case .gain(let toldSource, let toldGain) = session.wasTold.sound[0] {
            #expect(source == toldSource && abs(gain.linear - toldGain.linear) < 1e-5)
        } else {
            #expect(session.wasTold.sound == [request])
        }
    }

    @Test func theAnswerIsTheAudioAsChanged() async throws {
        let session = FakeSession()
        let (before, after) = try await group.serving(session) { [group] in
            let client = try ControlClient(group.directory.name)
            return (try client.audio(), try client.steer(.mute(source: "mic", true)))
        }
        #expect(!before.sources[0].isMuted && after.sources[0].isMuted)
        #expect(before.levels == ["mic": 60])
    }

    @Test func aRefusalOfTheSessionIsHandedOn() async throws {
        let error = await #expect(throws: ControlError.self) {
            try await group.serving(FakeSession()) { [group] in try ControlClient(group.directory.name).steer(.mute(source: "mik", true)) }
        }
        #expect(error?.code == .refused && error?.message.contains("no source \"mik\"") == true, "\(String(describing: error))")
    }

    @Test func whatIsMalformedIsRefusedBeforeTheSessionHearsOfIt() async throws {
        let packets: [(text: String, code: String, words: String)] = [
            (#"{"v":1,"do":"gain","source":"mic"}"#, "missingField", "-6dB"), (#"{"v":1,"do":"gain","gain":"50"}"#, "missingField", "mic"),
            (#"{"v":1,"do":"gain","source":"mic","gain":"150"}"#, "badField", "out of range"),
            (#"{"v":1,"do":"gain","source":"mic","gain":"loud"}"#, "badField", "not a gain"),
            (#"{"v":1,"do":"gain","source":"mic","gain":50}"#, "badField", "must look like"),
            (#"{"v":1,"do":"gain","source":7,"gain":"50"}"#, "badField", "must look like"),
            (#"{"v":1,"do":"channels","source":"mic","channels":"quad"}"#, "badField", "stereo, mono"),
            (#"{"v":1,"do":"processing","processing":["reverb"]}"#, "badField", "reverb"),
            (#"{"v":1,"do":"processing","processing":"echo"}"#, "badField", "must look like"),
            (#"{"v":1,"do":"audio-add"}"#, "badField", "USB Headset"), (#"{"v":1,"do":"audio-add","microphone":"none"}"#, "badField", "default"),
            (#"{"v":1,"do":"audio-add","microphone":"a","desktop":""}"#, "badField", "desktop"),
            (#"{"v":1,"do":"audio-add","microphone":"a","gain":"loud"}"#, "badField", "not a gain"),
            (#"{"v":1,"do":"audio-add","microphone":"a","channels":"quad"}"#, "badField", "stereo, mono"),
            (#"{"v":1,"do":"audio-add","desktop":"window=x"}"#, "badField", "app=NAME"),
            (#"{"v":1,"do":"audio-add","desktop":"","processing":["gate"]}"#, "badField", "not a microphone"),
            (#"{"v":1,"do":"audio-remove"}"#, "missingField", "source"),
            (#"{"v":1,"do":"offset","source":"mic"}"#, "missingField", "milliseconds"),
            (#"{"v":1,"do":"offset","source":"mic","milliseconds":2001}"#, "badField", "+2000ms"),
            (#"{"v":1,"do":"music-play"}"#, "missingField", "url"), (#"{"v":1,"do":"always-on","source":"mic"}"#, "missingField", "on"),
        ]
        let session = FakeSession()
        let replies = try await group.serving(session) { [group] in try RawPackets.exchange(packets.map { Array($0.text.utf8) }, group.directory) }
        for (packet, reply) in zip(packets, replies) {
            #expect(reply.contains(#""code":"\#(packet.code)""#) && reply.contains(packet.words), "\(packet.text): \(reply)")
        }
        #expect(session.wasTold == FakeSession.Told())
    }
}
