import CaptureKit
import Frames
import Testing

@testable import WlrootsCapture

@Suite struct WlrootsOptionsTests {
    @Test func ownOptionsAreTakenAndOthersLeft() throws {
        var arguments = ["--group", "g", "--display", "wayland-5", "--fps=30", "--screen=DP-1", "--cursor", "hidden", "--list", "--json"]
        let options = try WlrootsOptions.parse(from: &arguments)
        #expect(arguments == ["--group", "g", "--fps=30"])
        #expect(options.display == "wayland-5" && options.choice == .named("DP-1") && !options.showsCursor && options.listing == .json)
    }

    @Test func nothingGivenMeansTheFirstScreenWithItsCursor() throws {
        var arguments: [String] = []
        let options = try WlrootsOptions.parse(from: &arguments)
        #expect(options.display == nil && options.choice == .first && options.showsCursor && options.listing == nil)
    }

    @Test func aRegionMayBeOfAScreen() throws {
        var arguments = ["--region", "640x480+1+2", "--screen", "DP-1"]
        let options = try WlrootsOptions.parse(from: &arguments)
        #expect(options.choice == .region(PixelRectangle(x: 1, y: 2, width: 640, height: 480), of: "DP-1"))
    }

    @Test(arguments: [["--display"], ["--display="], ["--json"], ["--cursor", "metadata"], ["--cursor", "on"], ["--screen="], ["--region", "1x1"]])
    func nonsenseIsABadOptionThatIsNamed(arguments: [String]) {
        var rest = arguments
        #expect {
            try WlrootsOptions.parse(from: &rest)
        } throws: {
            ($0 as? CaptureError)?.code == .badOption && "\($0)".contains(arguments[0].split(separator: "=")[0])
        }
    }
}
