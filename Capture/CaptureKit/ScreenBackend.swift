public import AppGroup

/// What a backend is: one way of looking at one screen. The agent's spine (`CaptureAgent`) drives it.
///
/// Every member is called on the capture thread only, none may wait longer than one round trip to whoever draws, and
/// after warm-up none may allocate. A backend never holds a picture: whoever draws, draws straight into the slot.
///
/// Order within one round: `takeEvents`, then, if damaged and a slot is lent, `takeDamage` and `grab`. Damage is always
/// taken *before* the grab: a change that comes between the two is reported again, a change is never lost.
public protocol ScreenBackend {
    /// The backend's word on the wire and in `status`: "x11", "pattern".
    static var name: String { get }

    /// Which screen this is, for people: ":1 DP-1".
    var screenName: String { get }

    /// The frames that the next `grab` will deliver. Changes only within `takeEvents`.
    var geometry: FrameGeometry { get }

    /// How many KiB of private memory the agent asks for: does not grow with the picture, unless it has to be decoded.
    var needKiB: UInt32 { get }

    /// How those frames must be turned to stand upright.
    var orientation: Orientation { get }

    /// Readable when `takeEvents` has something to do; `nil` for a backend that only works by the clock.
    var descriptor: Int32? { get }

    /// When `takeEvents` wants to be called though nothing is readable; `nil` for never.
    var nextEventTime: MediaTime? { get }

    /// Takes in what has happened, without waiting.
    /// - Throws: `CaptureError` with `.screenGone` when there will be no more frames.
    mutating func takeEvents() throws(CaptureError) -> ScreenEvents

    /// Announces a `takeDamage` that follows at once, then (unless nothing changed) a `grab` of at least `stale` into `slot`, and
    /// then `pointerPosition`: a backend that has to ask can send all its questions together, in that order.
    mutating func prepareGrab(_ stale: borrowing Damage, into slot: Int)

    /// Moves what changed since the last call into `damage`, in frame coordinates.
    mutating func takeDamage(into damage: inout Damage) throws(CaptureError)

    /// The host's frame rate, in thousandths. For backends that make their own frames; others ignore it.
    mutating func setFrameRate(milliFramesPerSecond: UInt32)

    /// New frame memory: the descriptor is borrowed (duplicate it to keep it), the layout holds `geometry` of this moment.
    /// The memory attached before is let go.
    mutating func attach(memory descriptor: Int32, layout: FrameLayout) throws(CaptureError)

    /// Brings the named parts of a slot up to date. May refresh more than was asked (full-width bands), never less.
    /// - Returns: when the pixels were read.
    mutating func grab(_ stale: borrowing Damage, into slot: Int) throws(CaptureError) -> MediaTime

    /// Where the pointer is now, in frame coordinates; `nil` when the backend has none or it is not on this screen.
    mutating func pointerPosition() throws(CaptureError) -> PointerPosition?

    /// The pointer's image, called once after `.pointerImageChanged`. The pixels are valid within `body` alone.
    mutating func withPointerImage(_ body: (borrowing PointerImage) -> Void) throws(CaptureError)
}

extension ScreenBackend {
    public var needKiB: UInt32 { 4 * 1024 }
    public mutating func setFrameRate(milliFramesPerSecond: UInt32) {}
    public mutating func prepareGrab(_ stale: borrowing Damage, into slot: Int) {}
}

/// What `takeEvents` found.
public struct ScreenEvents: OptionSet, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Something changed on the screen: `takeDamage` will tell what.
    public static let damaged = ScreenEvents(rawValue: 1)
    /// `geometry` or `orientation` is another one now; the memory attached so far no longer fits.
    public static let geometryChanged = ScreenEvents(rawValue: 2)
    public static let pointerImageChanged = ScreenEvents(rawValue: 4)
}

/// Where the pointer's hot spot is, in frame coordinates; may lie outside of the frame.
public struct PointerPosition: Hashable, Sendable {
    public let x: Int
    public let y: Int

    public init(x: Int, y: Int) { (self.x, self.y) = (x, y) }
}

/// A pointer's image: BGRA, premultiplied alpha, rows without padding, at most 256 x 256.
public struct PointerImage: ~Copyable {
    public static let largestSide = PointerImageRows.largestSide

    public let size: PixelSize
    /// The pixel that `PointerPosition` names.
    public let hotSpotX: Int
    public let hotSpotY: Int
    /// `size.width * size.height * 4` bytes, borrowed.
    public let pixels: UnsafeRawBufferPointer

    public init(size: PixelSize, hotSpotX: Int, hotSpotY: Int, pixels: UnsafeRawBufferPointer) {
        (self.size, self.hotSpotX, self.hotSpotY, self.pixels) = (size, hotSpotX, hotSpotY, pixels)
    }
}
