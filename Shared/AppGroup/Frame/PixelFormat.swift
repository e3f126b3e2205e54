/// How one pixel lies in memory, byte by byte. Raw values travel on the wire and never change.
public enum PixelFormat: UInt32, Sendable, CaseIterable {
    /// Blue, green, red, unused: what an X server of depth 24 on a little-endian machine gives.
    case bgrx = 1

    public var bytesPerPixel: Int { 4 }
}
