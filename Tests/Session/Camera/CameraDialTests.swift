import AgentProtocol
import Testing

@testable import Session

/// What people set of a camera, in the camera's units.
@Suite struct CameraDialTests {
    private static func entry(_ control: CameraControl, _ minimum: Int32, _ maximum: Int32, _ step: Int32, _ value: Int32) -> CameraControls.Entry {
        CameraControls.Entry(control, minimum: minimum, maximum: maximum, step: step, value: value)!
    }

    private static let webcam = [
        entry(.zoom, 60, 180, 3, 150), entry(.focus, 0, 250, 5, 20), entry(.autofocus, 0, 1, 1, 0), entry(.torch, 0, 1, 1, 1),
        entry(.exposure, 3, 2047, 1, 250), entry(.autoexposure, 0, 1, 1, 1),
    ]
    private let dials = CameraDial.all(of: webcam)

    private func raw(_ words: String...) throws -> [[Int32]] {
        try CameraDial.settings(words, of: dials).map { [Int32($0.control.rawValue), $0.value] }
    }

    @Test func valuesAreThoseThatPeopleType() {
        #expect(dials.map(\.name) == [.zoom, .focus, .torch, .exposure])
        #expect(dials.map(\.value) == ["2.5", "20", "on", "auto"])
        #expect(dials.map(\.form) == ["1 to 3", "auto or 0 to 250", "on or off", "auto or 0.3 to 204.7 ms"])
        #expect(dials[0].step == 0.05 && dials[2].minimum == nil && dials[2].words == ["on", "off"])
    }

    @Test func whatIsTypedComesToTheNearestValueInOrder() throws {
        #expect(try raw("zoom=2.0", "focus=auto", "torch=off") == [[1, 120], [3, 1], [4, 0]])
        // A number turns the automatic off first.
        #expect(try raw("focus=32", "exposure=20ms", "exposure=20") == [[3, 0], [2, 30], [6, 0], [5, 200], [6, 0], [5, 200]])
        #expect(try raw("zoom=1", "zoom=3", "zoom=2.99") == [[1, 60], [1, 180], [1, 180]])
        #expect(try raw("exposure=0.3", "exposure=204.7") == [[6, 0], [5, 3], [6, 0], [5, 2047]])
        // Steps that do not reach the end do not lead beyond it.
        let coarse = [CameraDial(.focus, of: [Self.entry(.focus, 0, 10, 6, 0)])!]
        #expect(try CameraDial.settings(["focus=10"], of: coarse) == [.init(.focus, 6)])
        let wide = [CameraDial(.focus, of: [Self.entry(.focus, .min, .max, 1, 0)])!]
        #expect(try CameraDial.settings(["focus=2147483647", "focus=-2147483648"], of: wide) == [.init(.focus, .max), .init(.focus, .min)])
    }

    @Test(arguments: [
        ("zoom=0.9", "zoom is 1 to 3, not \"0.9\""), ("zoom=nan", "zoom is"), ("zoom=1e99", "zoom is"), ("zoom=auto", "zoom is"),
        ("zoom=", "zoom is"),
        ("focus=-1", "focus is auto or 0 to 250"), ("torch=1", "torch is on or off"), ("exposure=ms", "exposure is"), ("zoom", "no \"zoom\""),
        ("=2", "it has zoom=1 to 3, focus=auto or 0 to 250"), ("iris=2", "no \"iris\""),
    ]) func whatIsWrongNamesTheRange(word: String, part: String) {
        let error = #expect(throws: SessionError.self) { try CameraDial.settings(["torch=on", word], of: dials) }
        #expect(error?.code == .badSetting && error?.message.contains(part) == true, "\(error?.message ?? "")")
    }

    @Test func aCameraHasWhatItHas() throws {
        #expect(CameraDial.all(of: []).isEmpty)
        // Zoom from 0 says nothing of how much closer it is.
        let zoom = CameraDial(.zoom, of: [Self.entry(.zoom, 0, 10, 1, 4)])
        #expect(zoom?.form == "0 to 10" && zoom?.value == "4" && zoom?.settings("7") == [.init(.zoom, 7)])
        let autofocus = CameraDial(.focus, of: [Self.entry(.autofocus, 0, 1, 1, 0)])
        #expect(autofocus?.form == "auto or manual" && autofocus?.value == "manual" && autofocus?.settings("30") == nil)
        let fixed = CameraDial(.focus, of: [Self.entry(.focus, 0, 10, 1, 4)])
        #expect(fixed?.form == "0 to 10" && fixed?.settings("auto") == nil && fixed?.settings("3") == [.init(.focus, 3)])
    }
}
