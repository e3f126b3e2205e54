import CXCB
import CaptureKit
import Glibc

/// Why a display could not be opened, told apart as far as possible: xcb reports a refused and a missing server alike.
struct UnreachableDisplay {
    let error: CaptureError

    /// `nil` when `status`, from `xcb_connection_has_error`, says that all is well.
    init?(_ display: String, status: Int32) {
        switch status {
        case 0: return nil
        case XCB_CONN_CLOSED_PARSE_ERR:
            error = CaptureError(.badOption, "\"\(display)\" does not name an X display; a name looks like :0 or host:0")
        case XCB_CONN_CLOSED_INVALID_SCREEN:
            error = CaptureError(.noScreen, "display \(display) has no X screen of that number; leave out what follows the dot")
        default:
            if Self.someoneListens(display) {
                error = CaptureError(
                    .permissionDenied,
                    "the X server of display \(display) refused us: set XAUTHORITY to the file of the user it belongs to, "
                        + "or let that user run: xhost +si:localuser:\(Self.userName)")
            } else {
                error = CaptureError(
                    .noDisplay,
                    "cannot reach the X display \(display): is an X server running there? Displays on this machine: \(Self.known)")
            }
        }
    }

    private static var known: String {
        let names = DisplaySockets.names().filter { DisplaySockets.accepts(Int32($0.dropFirst()) ?? -1) }
        return names.isEmpty ? "none" : names.joined(separator: " ")
    }

    private static var userName: String {
        guard let entry = getpwuid(geteuid()) else { return "\(geteuid())" }
        return String(cString: entry.pointee.pw_name)
    }

    /// Whether a server accepts connections on the display's local socket. False for displays on other machines.
    private static func someoneListens(_ display: String) -> Bool {
        var host: UnsafeMutablePointer<CChar>?
        var number: Int32 = 0
        guard xcb_parse_display(display, &host, &number, nil) != 0 else { return false }
        let isElsewhere = host.map { $0.pointee != 0 && String(cString: $0) != "unix" } ?? false
        free(host)
        return !isElsewhere && DisplaySockets.accepts(number)
    }
}
