import FoundationEssentials
import Testing

@testable import SplitcastCLI

/// The doctor and `sources` agree on which displays there are.
@Suite struct DisplayCheckTests {
    private func check(_ own: String?, _ displays: String..., isWayland: Bool = false, isXwayland: Bool = false) throws -> DisplayCheck {
        let listed = displays.map {
            #"{"display":"\#($0)","screen":"DP-1","width":640,"height":480,"x":0,"y":0,"backend":"x11","xwayland":\#(isXwayland)}"#
        }
        let screens = try JSONDecoder().decode([ScreenListing.Screen].self, from: Data("[\(listed.joined(separator: ","))]".utf8))
        return DisplayCheck(own: own, isWayland: isWayland, screens: screens)
    }

    @Test func aDisplayThatRunsIsNamedWhereNoneIsSet() throws {
        let found = try check(nil, ":3", ":3", ":4")
        #expect(found.running == [":3", ":4"])
        #expect(found.check == DoctorCheck("x11", .limited, "DISPLAY is not set; :3, :4 can be captured", remedy: "splitcast live --display :3"))
        #expect(found.problem == "neither DISPLAY nor WAYLAND_DISPLAY is set; give --display :3, which runs here")
        #expect(try check(nil).problem == "neither DISPLAY nor WAYLAND_DISPLAY is set" && check(nil).check.state == .unused)
    }

    @Test func aDisplayThatIsSetAndGoneIsNotUsed() throws {
        let found = try check(":9", ":3")
        #expect(found.check == DoctorCheck("x11", .missing, "display :9 cannot be opened", remedy: "splitcast live --display :3"))
        #expect(found.problem == "display :9 cannot be opened; give --display :3, which runs here")
    }

    @Test func theOwnDisplayIsTheOneThatIsUsed() throws {
        let found = try check(":3.0", ":3", ":3.0")
        #expect(found.problem == nil && found.check == DoctorCheck("x11", .ok, ":3.0: DP-1 640x480"))
    }

    @Test func inAWaylandSessionAnXServerIsCalledWhatItIs() throws {
        let other = try check(":3", ":3", isWayland: true).check
        #expect(other.state == .unused && other.words == ":3: DP-1 640x480; an X server beside the Wayland desktop, which --capture x11 captures")
        let within = try check(":3", ":3", isWayland: true, isXwayland: true).check
        #expect(within.state == .unused && within.words == ":3: DP-1 640x480; Xwayland, which shows X programs alone")
    }
}
