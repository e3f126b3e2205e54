/// The X displays of this machine, as `sources` lists them, beside the one that is named by `DISPLAY`.
struct DisplayCheck {
    /// `DISPLAY`; `nil` where it is not set.
    private let own: String?
    private let isWayland: Bool
    private let screens: [ScreenListing.Screen]
    /// Why they could not be listed.
    private let failure: String?

    @available(*, noasync)
    init(own: String?) {
        do throws(CommandFailure) { self.init(own: own, isWayland: DesktopFacts.isWaylandSession, screens: try ScreenListing.screens()) } catch {
            self.init(own: own, isWayland: DesktopFacts.isWaylandSession, screens: [], failure: error.message)
        }
    }

    init(own: String?, isWayland: Bool, screens: [ScreenListing.Screen], failure: String? = nil) {
        (self.own, self.isWayland, self.screens, self.failure) = (own, isWayland, screens, failure)
    }

    /// The displays that can be opened.
    var running: [String] { screens.map(\.display).reduce(into: []) { if !$0.contains($1) { $0.append($1) } } }

    private var ownScreens: [ScreenListing.Screen] { screens.filter { $0.display == own } }

    /// Why an X session has nothing to capture; `nil` where it has.
    var problem: String? {
        guard ownScreens.isEmpty else { return nil }
        let other = running.first.map { "; give --display \($0), which runs here" } ?? ""
        guard let own else { return "neither DISPLAY nor WAYLAND_DISPLAY is set\(other)" }
        return failure ?? "display \(own) cannot be opened\(other)"
    }

    var check: DoctorCheck {
        let remedy = running.first.map { "splitcast live --display \($0)" }
        guard let own else {
            guard !running.isEmpty, !isWayland else { return DoctorCheck("x11", .unused, "DISPLAY is not set") }
            return DoctorCheck("x11", .limited, "DISPLAY is not set; \(running.joined(separator: ", ")) can be captured", remedy: remedy)
        }
        if let failure { return DoctorCheck("x11", .missing, failure) }
        guard !ownScreens.isEmpty else {
            let words = "display \(own) cannot be opened"
            return DoctorCheck("x11", .missing, words, remedy: remedy ?? "set DISPLAY to a display that is there")
        }
        let words = ownScreens.map { "\($0.screen ?? "whole") \($0.width)x\($0.height)" }.joined(separator: ", ")
        guard isWayland else { return DoctorCheck("x11", .ok, "\(own): \(words)") }
        let kind =
            ownScreens.contains(where: \.isXwayland)
            ? "Xwayland, which shows X programs alone" : "an X server beside the Wayland desktop, which --capture x11 captures"
        return DoctorCheck("x11", .unused, "\(own): \(words); \(kind)")
    }
}
