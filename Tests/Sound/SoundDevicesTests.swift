import AppGroup
import Testing

@testable import Sound

@Suite(.serialized) struct SoundDevicesTests {
    @Test func devicesAreListedMicrophonesFirst() throws {
        let bed = try PulseBed()
        let devices = try SoundDevices.list(server: bed.server)
        #expect(devices.first == SoundDevice(name: "mic", description: "Microphone", isDefault: true))
        #expect(Set(devices.filter(\.isMonitor).map(\.name)) == ["speakers.monitor", "mic_feed.monitor"])
    }

    @Test func anUnknownNameIsAnsweredWithTheCloseOnes() throws {
        let bed = try PulseBed()
        let error = #expect(throws: SoundError.self) { try SoundDevices.microphone(.named("mik"), server: bed.server) }
        #expect(error?.code == .unknownDevice)
        #expect(error?.message.contains("mic (Microphone)") == true)
    }

    @Test func noServerIsSaidClearly() throws {
        let error = #expect(throws: SoundError.self) { try SoundDevices.list(server: "unix:/nonexistent/splitcast/native") }
        #expect(error?.code == .noServer)
        #expect(error?.message.contains("/nonexistent/splitcast/native") == true)
    }

    @Test func aHangingServerIsGivenUp() throws {
        let bed = try PulseBed()
        bed.freeze()
        defer { bed.thaw() }
        let error = #expect(throws: SoundError.self) { try SoundDevices.list(server: bed.server) }
        #expect(error?.code == .timedOut)
    }
}
