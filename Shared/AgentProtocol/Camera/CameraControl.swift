/// What a camera may be told beside its pictures. Raw values travel on the wire and never change; one that is not known is left out.
public enum CameraControl: UInt8, Hashable, Sendable, CaseIterable {
    /// In the camera's own units, of which the least shows all.
    case zoom = 1
    /// In the camera's own units.
    case focus = 2
    /// 1 while the camera focuses by itself, else 0.
    case autofocus = 3
    /// 1 while its light is on, else 0.
    case torch = 4
    /// In tenths of a millisecond.
    case exposure = 5
    /// 1 while the camera exposes as it thinks right, else 0.
    case autoexposure = 6
}
