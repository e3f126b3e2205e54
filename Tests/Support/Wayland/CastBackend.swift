/// The ways to capture a desktop of Wayland, in the words of `--capture`.
public enum CastBackend: String, CaseIterable, Sendable {
    /// Through the desktop portal.
    case pipewire
    /// From a compositor of the wlroots family itself.
    case wlr
}
