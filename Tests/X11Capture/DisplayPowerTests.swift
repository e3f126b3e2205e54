import Platform
import ServerFixtures
import Testing

@testable import X11Capture

/// Whether the display is on, as the server says.
@Suite struct DisplayPowerTests {
    private let server: XvfbServer

    init() throws { server = try XvfbServer(width: 64, height: 48) }

    @Test func everyLevelBelowOnIsOff() throws {
        let power = try DPMSDisplay(on: server)
        let capture = try CaptureFixture(power.display)
        // A second goes by between two questions, for all that the backend knows.
        var time = MediaTime.now()
        func isOn() throws -> Bool {
            time = time + .seconds(1)
            return try capture.backend.isDisplayOn(at: time)
        }
        #expect(try isOn())
        for word in ["standby", "suspend", "off"] {
            try power.force(word)
            #expect(try !isOn(), "\(word)")
        }
        #expect(try power.report().contains("Monitor is Off"), "another client sees the same")
        try power.force("on")
        #expect(try isOn())
    }

    @Test func itIsAskedOnceASecondAtMost() throws {
        let power = try DPMSDisplay(on: server)
        let capture = try CaptureFixture(power.display)
        let start = MediaTime.now()
        #expect(try capture.backend.isDisplayOn(at: start))
        try power.force("off")
        #expect(try capture.backend.isDisplayOn(at: start + .milliseconds(999)))
        #expect(try !capture.backend.isDisplayOn(at: start + .seconds(1)))
    }

    @Test func aServerThatDoesNotKnowHasItOn() throws {
        let capture = try CaptureFixture(server.display)
        #expect(try capture.backend.isDisplayOn(at: .now()))
    }
}
