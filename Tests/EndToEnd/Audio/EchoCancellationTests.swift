import ServerFixtures
import TestSupport
import Testing

/// What the echo canceller leaves of a loudspeaker that the microphone hears, and of a voice near it.
@Suite(.serialized) struct EchoCancellationTests {
    @Test func echoIsTakenOutAndTheNearVoiceStays() throws {
        var scenario = EchoScenario()
        (scenario.seconds, scenario.settling) = (4, 6)
        let result = try scenario.run()
        // The benchmark asks for more, on longer parts.
        #expect(result.enhancement >= 15, "\(result)")
        #expect(result.nearAlone >= -3, "\(result)")
        #expect(result.nearInDoubleTalk >= -8, "\(result)")
    }
}
