import Testing

@testable import SplitcastCLI

@Suite struct DoctorReportTests {
    @Test func eachCheckHasItsLineAndItsRemedyBelow() {
        var report = DoctorReport()
        report.checks = [
            DoctorCheck("bus", .ok, "answers"), DoctorCheck("portal", .missing, "none", remedy: "sudo apt install xdg-desktop-portal"),
            DoctorCheck("x11", .unused, "DISPLAY is not set"),
        ]
        (report.capture, report.verdict) = ("wlr", "this")
        #expect(
            report.text == """
                ok      bus     answers
                missing portal  none
                                fix: sudo apt install xdg-desktop-portal
                -       x11     DISPLAY is not set

                this
                """)
    }

    @Test(arguments: [
        ("ubuntu:GNOME", "xdg-desktop-portal-gnome"), ("KDE", "xdg-desktop-portal-kde"), ("Hyprland", "xdg-desktop-portal-hyprland"),
        ("sway", "xdg-desktop-portal-wlr"), ("", "xdg-desktop-portal-wlr"),
    ]) func theBackendFitsTheDesktop(desktop: String, package: String) {
        #expect(DesktopPackages.portalBackend(desktop) == package)
    }
}
