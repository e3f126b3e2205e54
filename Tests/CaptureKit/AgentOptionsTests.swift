import Testing

@testable import CaptureKit

@Suite struct AgentOptionsTests {
    private func message(_ arguments: [String]) -> String? {
        var arguments = arguments
        do throws(CaptureError) { _ = try AgentOptions.parse(from: &arguments) } catch { return error.message }
        return nil
    }

    @Test func commonOptionsAreTakenAndTheRestIsLeft() throws {
        var arguments = [
            "--group", "talk", "--display", ":1", "--fps=29.97", "--orientation", "left-mirrored", "--ends-with-host", "--extra", "room 2",
        ]
        let options = try AgentOptions.parse(from: &arguments)
        #expect(options.group.text == "talk")
        #expect(options.milliFramesPerSecond == 29_970)
        #expect(options.orientation == .leftMirrored)
        #expect(options.endsWithHost && options.extra == "room 2")
        #expect(arguments == ["--display", ":1"])
    }

    @Test func autoLeavesTheOrientationToTheBackend() throws {
        var arguments = ["--orientation", "auto"]
        #expect(try AgentOptions.parse(from: &arguments).orientation == nil)
    }

    @Test func mistakesAreNamedWithTheRightForm() {
        #expect(message(["--fps", "0"])?.contains("0.1 to 240") == true)
        #expect(message(["--fps", "1000"])?.contains("1000") == true)
        #expect(message(["--orientation", "sideways"])?.contains("up, up-mirrored") == true)
        #expect(message(["--group", "a/b"])?.contains("a/b") == true)
        #expect(message(["--extra", String(repeating: "é", count: 65)])?.contains("at most 128 bytes, and this text has 130") == true)
        #expect(message(["--group"])?.contains("needs a value") == true)
    }

    @Test func aSandboxIsChosenByWordAndOffUnlessAskedFor() throws {
        var none: [String] = []
        let usual = try AgentOptions.parse(from: &none)
        #expect(usual.sandbox == .off && !usual.isStandby)
        var arguments = ["--standby", "--sandbox", "strict"]
        let options = try AgentOptions.parse(from: &arguments)
        #expect(options.sandbox == .strict && options.isStandby && arguments == [])
        #expect(message(["--sandbox", "tight"])?.contains("--sandbox tight: give strict, permissive or off") == true)
    }
}
