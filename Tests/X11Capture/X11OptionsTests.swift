import CaptureKit
import Frames
import Testing

@testable import X11Capture

@Suite struct X11OptionsTests {
    @Test func ownOptionsAreTakenAndOthersLeft() throws {
        var arguments = ["--group", "g", "--display", ":5", "--fps=30", "--region=640x480+10+0", "--shm", "sysv", "--list", "--json"]
        let options = try X11Options.parse(from: &arguments)
        #expect(arguments == ["--group", "g", "--fps=30"])
        #expect(options.display == ":5")
        #expect(options.selection == .region(PixelRectangle(x: 10, y: 0, width: 640, height: 480)))
        #expect(options.transfer == .segment)
        #expect(options.listing == .json)
    }

    @Test func aWindowAndAHiddenPointerAreOptionsToo() throws {
        var arguments = ["--window", "Mozilla Firefox", "--cursor=hidden"]
        var options = try X11Options.parse(from: &arguments)
        #expect(arguments.isEmpty && options.window == .name("Mozilla Firefox") && options.hidesPointer)
        arguments = ["--window=0x1A00007", "--cursor", "metadata", "--list-windows", "--json"]
        options = try X11Options.parse(from: &arguments)
        #expect(options.window == .id(0x1a00007) && !options.hidesPointer && options.windowListing == .json && options.listing == nil)
    }

    @Test func nothingGivenMeansAllOfTheOwnDisplay() throws {
        var arguments: [String] = []
        let options = try X11Options.parse(from: &arguments)
        #expect(options.display == nil && options.selection == .whole && options.transfer == .automatic)
    }

    @Test(arguments: [
        ["--window", "a", "--region", "1x1+0+0"], ["--window", "a", "--screen", "A"], ["--window="], ["--window"], ["--cursor", "embedded"],
        ["--cursor", "bright"], ["--list", "--list-windows"],
        ["--display"], ["--display="], ["--json"], ["--shm", "fast"], ["--screen", "A", "--region", "1x1+0+0"], ["--region", "640x480"],
        ["--region", "0x480+0+0"], ["--region", "640x480+-1+0"], ["--region", "640x480+0+0+0"], ["--region", "axb+0+0"],
        ["--region", "99999999999999999999x1+0+0"], ["--region", "70000x1+0+0"], ["--region", "+0+0"],
    ])
    func nonsenseIsABadOptionThatIsNamed(arguments: [String]) {
        var rest = arguments
        #expect {
            try X11Options.parse(from: &rest)
        } throws: {
            ($0 as? CaptureError)?.code == .badOption && "\($0)".contains(arguments[0].split(separator: "=")[0])
        }
    }
}
