import AgentProtocol
import CVideo4Linux
import Glibc

/// What can be set of a camera beside its pictures. What it has is asked when it is made; values also by a confined process. The capture
/// thread's, whichever thread takes the pictures: the kernel keeps the two apart.
final class CameraPanel: SettableCamera {
    private let camera: Camera
    private let controls: [(control: CameraControl, device: cv4l_control)]

    init(_ camera: Camera) {
        self.camera = camera
        controls = CameraControl.allCases.compactMap { control in
            var found = cv4l_control()
            guard cv4l_control(camera.descriptor, Self.kind(control), &found) == 0 else { return nil }
            return (control, found)
        }
    }

    private static func kind(_ control: CameraControl) -> cv4l_kind {
        switch control {
        case .zoom: CV4L_ZOOM
        case .focus: CV4L_FOCUS
        case .autofocus: CV4L_AUTOFOCUS
        case .torch: CV4L_TORCH
        case .exposure: CV4L_EXPOSURE
        case .autoexposure: CV4L_AUTOEXPOSURE
        }
    }

    /// As they are now. One whose value cannot be read is left out: some cameras tell it only while they do not focus by themselves.
    func entries() -> [CameraControls.Entry] {
        controls.compactMap { control, device in
            var (device, value) = (device, Int32(0))
            guard cv4l_get(camera.descriptor, &device, &value) == 0 else { return nil }
            return CameraControls.Entry(
                control, minimum: device.minimum, maximum: device.maximum, step: device.step,
                value: min(max(value, device.minimum), device.maximum))
        }
    }

    /// - Returns: why the camera refuses, in one line; `nil` when it took it.
    func set(_ setting: CameraSettings.Setting) -> String? {
        let who = "\(camera.path) (\(camera.facts.name))"
        guard var device = controls.first(where: { $0.control == setting.control })?.device else { return "\(who) has no \(setting.control)" }
        guard cv4l_set(camera.descriptor, &device, setting.value) != 0 else { return nil }
        return "\(who) refuses \(setting.control) \(setting.value): \(String(cString: strerror(errno)))"
    }
}
