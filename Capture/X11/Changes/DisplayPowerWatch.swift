import CXCB
import CaptureKit
import Platform

/// Whether the display is on (DPMS). Servers before DPMS 1.2 announce no change, so it is asked, at most once a second.
struct DisplayPowerWatch {
    private static let interval = Duration.seconds(1)

    private let connection: X11Connection
    private var isOn = true
    private var nextTime = MediaTime.zero

    /// `nil` where the server does not know, as Xvfb and Xwayland.
    init?(on connection: X11Connection) throws(CaptureError) {
        guard try X11Extensions.hasDisplayPower(connection) else { return nil }
        self.connection = connection
    }

    /// Asks if it is time to: one round trip.
    mutating func isOn(at now: MediaTime) throws(CaptureError) -> Bool {
        guard now >= nextTime else { return isOn }
        nextTime = now + Self.interval
        let cookie = xcb_dpms_info(connection.handle)
        // Standby, suspend and off are all dark.
        let level = try connection.reply(to: "DPMSInfo") { xcb_dpms_info_reply($0, cookie, $1) }.fields.power_level
        isOn = UInt32(level) == XCB_DPMS_DPMS_MODE_ON.rawValue
        return isOn
    }
}
