import Fixtures
import Glibc
import Platform
import ServerFixtures

/// What a storm does to the RTMP server and to PulseAudio, each on a thread of its own.
enum StormServers {
    /// How long a server's media is waited for.
    private static let patience = Duration.seconds(30)

    /// Each time until the server has a picture again.
    static func restart(_ server: RTMPServer, key: String, _ blows: [StormPlan.Blow], from start: MediaTime, _ state: StormState) throws {
        for blow in blows {
            guard state.wait(until: start + blow.time) else { return }
            state.add(try restart(server, key: key, blow.isSilent, for: blow.down))
        }
    }

    static func restart(_ server: RTMPServer, key: String, _ isSilent: Bool, for down: Duration) throws -> StormDeed {
        let begin = MediaTime.now()
        if isSilent { server.pause() } else { server.kill() }
        letRun(for: down)
        server.kill()
        let back = try server.startListening()
        var end: MediaTime?
        while end == nil, MediaTime.now() < back + patience {
            if try server.hasPicture(of: key) { end = .now() } else { poll(nil, 0, 2) }
        }
        return StormDeed(kind: .server, backend: .x11, start: begin, back: back, end: end)
    }

    /// Each time until another listener hears the microphone's tone again; when the host does, the recording tells.
    static func restart(_ audio: AudioFixture, _ blows: [StormPlan.Blow], from start: MediaTime, _ state: StormState) throws {
        for blow in blows {
            guard state.wait(until: start + blow.time) else { return }
            state.add(try restart(audio, for: blow.down))
        }
    }

    static func restart(_ audio: AudioFixture, for down: Duration) throws -> StormDeed {
        let begin = MediaTime.now()
        audio.kill()
        letRun(for: down)
        try audio.start()
        try audio.feed(.tone)
        let back = try audio.waitUntilAudible()
        return StormDeed(kind: .pulse, backend: .x11, start: begin, back: back, end: back)
    }
}
