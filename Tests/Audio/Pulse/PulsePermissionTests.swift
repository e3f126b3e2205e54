import Fixtures
import Glibc
import ServerFixtures
import Testing

@testable import Audio

@Suite(.serialized) struct PulsePermissionTests {
    /// A server that knows us by a cookie that we do not have: over TCP, where it cannot see who we are.
    @Test func aServerThatRefusesUsIsSaidAndTakenWhenItLetsUsIn() throws {
        let fixture = try AudioFixture()
        try fixture.feed(.tone)
        let (port, scratch) = (Port.free(), Scratch())
        func listen(_ access: String...) throws {
            try fixture.control(["load-module", "module-native-protocol-tcp", "port=\(port)", "listen=127.0.0.1"] + access)
        }
        try listen("auth-cookie=\(scratch.file("cookie"))", "auth-anonymous=0")
        let server = "tcp:127.0.0.1:\(port)"
        let error = #expect(throws: AudioError.self) { try AudioDevices.list(server: server) }
        #expect(error?.code == .permissionDenied)
        #expect(error?.message.contains("PULSE_COOKIE") == true)

        let microphone = PulseMicrophone(.systemDefault, server: server)
        try microphone.start()
        defer { microphone.stop() }
        try waitUntil("it is refused") { microphone.status.error?.code == .permissionDenied }
        #expect(microphone.status.state == .lost)
        try fixture.control("unload-module", "module-native-protocol-tcp")
        try listen("auth-anonymous=1")
        try waitUntil("it is let in") { microphone.status.state == .live }
        #expect(microphone.status.error == nil)
    }
}
