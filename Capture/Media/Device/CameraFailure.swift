import CaptureKit
import Glibc

/// What a camera's refusals mean, in one line that names it and the remedy.
enum CameraFailure {
    static func unopened(_ path: String, _ number: Int32) -> CaptureError {
        switch number {
        case ENOENT, ENODEV, ENXIO, ENOTDIR:
            CaptureError(.noScreen, "there is no camera \(path): 'splitcast sources' lists those of this machine")
        case EACCES, EPERM:
            CaptureError(.permissionDenied, "\(path) may not be opened: add yourself to its group with 'sudo adduser $USER video', and log in again")
        case EBUSY: CaptureError(.failed, busy(path))
        case EISDIR: CaptureError(.noScreen, "\(path) is a folder: give a camera, such as /dev/video0")
        default: CaptureError(.failed, "\(path) cannot be opened: \(String(cString: strerror(number)))")
        }
    }

    /// While it was set up.
    static func refused(_ camera: Camera, _ number: Int32) -> CaptureError {
        switch number {
        case EBUSY: CaptureError(.failed, busy("\(camera.path) (\(camera.facts.name))"))
        case ENODEV: gone(camera, number)
        default: CaptureError(.failed, "\(camera.path) (\(camera.facts.name)) cannot be started: \(String(cString: strerror(number)))")
        }
    }

    static func gone(_ camera: Camera, _ number: Int32) -> CaptureError {
        guard number != ENODEV else { return CaptureError(.screenGone, "\(camera.path) (\(camera.facts.name)) was unplugged") }
        return CaptureError(.screenGone, "\(camera.path) (\(camera.facts.name)) delivers no more: \(String(cString: strerror(number)))")
    }

    private static func busy(_ camera: String) -> String {
        "\(camera) is in use by another program, which has to let go of it first: 'fuser -v' and its path show which"
    }
}
