import CaptureKit
import Glibc
import Platform

/// Why a Wayland display could not be opened, told apart as far as errno tells.
struct UnreachableCompositor {
    let error: CaptureError

    init(_ display: String, _ number: Int32) {
        let directory = WaylandConnection.variable("XDG_RUNTIME_DIR")
        switch number {
        case EACCES, EPERM:
            error = CaptureError(
                .permissionDenied, "the Wayland display \(display) belongs to another user: run the agent as the user whose desktop it is")
        case _ where directory == nil && !display.hasPrefix("/"):
            error = CaptureError(
                .noDisplay, "no Wayland display: XDG_RUNTIME_DIR is not set; it is the folder of the desktop's user, such as /run/user/1000")
        default:
            let names = directory.map(Self.displays) ?? []
            let known = names.isEmpty ? "none" : names.joined(separator: " ")
            error = CaptureError(
                .noDisplay, "cannot reach the Wayland display \(display): is a compositor running there? Sockets of displays here: \(known)")
        }
    }

    /// Sockets that are called as compositors call theirs; one may outlive its compositor.
    private static func displays(in directory: String) -> [String] {
        fileNames(in: directory).filter { $0.hasPrefix("wayland-") && !$0.hasSuffix(".lock") }.sorted()
    }
}
