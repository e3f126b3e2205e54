import Codec
public import Frames
public import RateControl

/// What the user wants of a stream, whatever the link carries.
public struct SettingPreferences: Sendable, Hashable {
    /// How much a picture needs; `custom` counts as `desktop`.
    public var table: QualityTable
    /// No picture is larger.
    public var largest: PixelSize
    /// None has more frames a second.
    public var framesPerSecond: Int
    /// Bits a second of the audio.
    public var sound: Int

    public init(
        table: QualityTable = .desktop, largest: PixelSize = PixelSize(width: 1920, height: 1080), framesPerSecond: Int = 60, sound: Int = 128_000
    ) {
        (self.table, self.largest, self.framesPerSecond, self.sound) = (table == .custom ? .desktop : table, largest, framesPerSecond, sound)
    }
}
