import ServerFixtures
import Testing

@testable import Audio

@Suite(.serialized) struct AudioDevicesTests {
    @Test func devicesAreListedMicrophonesFirst() throws {
        let fixture = try AudioFixture()
        let devices = try AudioDevices.list(server: fixture.address)
        #expect(devices.first == AudioDevice(name: "mic", description: "Microphone", isDefault: true))
        #expect(Set(devices.filter(\.isMonitor).map(\.name)) == ["speakers.monitor", "headphones.monitor", "mic_feed.monitor"])
    }

    @Test func anUnknownNameIsAnsweredWithTheCloseOnes() throws {
        let fixture = try AudioFixture()
        let error = #expect(throws: AudioError.self) { try AudioDevices.microphone(.named("mik"), server: fixture.address) }
        #expect(error?.code == .unknownDevice)
        #expect(error?.message.contains("mic (Microphone)") == true)
    }

    @Test func noServerIsSaidClearly() throws {
        let error = #expect(throws: AudioError.self) { try AudioDevices.list(server: "unix:/nonexistent/splitcast/native") }
        #expect(error?.code == .noServer)
        #expect(error?.message.contains("/nonexistent/splitcast/native") == true)
    }

    @Test func aHangingServerIsGivenUp() throws {
        let fixture = try AudioFixture()
        fixture.pause()
        defer { fixture.resume() }
        let error = #expect(throws: AudioError.self) { try AudioDevices.list(server: fixture.address) }
        #expect(error?.code == .timedOut)
    }
}
