public import AgentProtocol
public import Frames
public import Platform

/// A backend: one way of capturing one screen. `CaptureAgent` drives it.
///
/// Every member is called on the capture thread only, none may wait longer than one round trip to the server that draws, and
/// after warm-up none may allocate. A backend never holds a picture: the server draws straight into the slot.
///
/// Order within one round: `takeEvents`, then, if damaged and a slot is lent, `takeDamage` and `grab`. Damage is always
/// taken *before* the grab: a change that comes between the two is reported again, a change is never lost.
///
/// Where the server wants a slot before there is something to draw (`drawsAhead`), the order is another one: `prepareGrab`
/// lends a slot as soon as there is one and the frame rate allows a frame, then nothing happens until `takeEvents` says
/// `.damaged`, which means that the frame is complete in that slot; `takeDamage` and `grab` follow at once and only say what is
/// new in it and when it was drawn. `takeBack` ends a loan that has not come to that.
public protocol ScreenBackend {
    /// The backend's name on the wire and in `status`: "x11", "pattern".
    static var name: String { get }

    /// Whether slots are lent ahead: see above.
    static var drawsAhead: Bool { get }

    /// Whether the pointer's position and image are reported apart from the picture.
    static var tellsPointer: Bool { get }

    /// The pointer is not to be shown: nothing of it is asked for.
    var hidesPointer: Bool { get }

    /// Whether it knows which window has the focus: the host is told then.
    var tellsFocus: Bool { get }

    /// The window that has the focus, in frame coordinates, with its frame; it may reach beyond the picture. `nil` while none of the picture
    /// has. Changes only within `takeEvents`, and `.focusChanged` reports it.
    var focus: PixelRectangle? { get }

    /// Which screen this is, for people: ":1 DP-1".
    var screenName: String { get }

    /// Whether `geometry` is known. Until then no memory is asked for, and nothing is grabbed. Changes only within `takeEvents` and
    /// `receive`, and `.geometryChanged` reports it.
    var isOpen: Bool { get }

    /// The frames that the next `grab` will deliver; means nothing until the backend is open. Changes only within `takeEvents`.
    var geometry: FrameGeometry { get }

    /// Whether there is a picture of this geometry to grab. While there is none, changes wait.
    var canGrab: Bool { get }

    /// It captures what the host hands over: the hello says so, and `receive` is called with it.
    var wantsCast: Bool { get }

    /// What it captures was made by strangers, and has to be parsed: the agent gives up all that it can do without before `confined`, and
    /// asks for frame memory only then.
    static var isConfinedFirst: Bool { get }

    /// A screen that is gone may come back while this process runs: after `.screenGone` the agent leaves the host, calls `lookAgain`
    /// now and then, and attaches again.
    static var comesBack: Bool { get }

    /// What it sends beside bytes over connections, for as long as it lives.
    var sending: SendingNeeds { get }

    /// How many KiB of private memory the agent asks for: does not grow with the picture, unless it has to be decoded.
    var needKiB: UInt32 { get }

    /// How those frames must be turned to stand upright.
    var orientation: Orientation { get }

    /// Readable when `takeEvents` has something to do; `nil` for a backend that only works by the clock.
    var descriptor: Int32? { get }

    /// When `takeEvents` wants to be called though nothing is readable; `nil` for never.
    var nextEventTime: MediaTime? { get }

    /// What its own audio is to be called in the host's mix; `nil` where it has none.
    var audioName: String? { get }

    /// Where that goes from now on, called before `begin`; `nil` for nowhere.
    mutating func speak(through push: AudioPush?)

    /// A host is there. What costs others something (a camera that is on, a compositor that copies) begins here.
    mutating func begin() throws(CaptureError)

    /// This process has forbidden itself what it was told to, for good: at once where that is nothing. Called at least once after `begin`.
    mutating func confined()

    /// No host is there any more; one may come.
    mutating func rest()

    /// After the screen was gone: true when capture can be tried again.
    mutating func lookAgain() -> Bool

    /// What to capture, from the host, with a connection to PipeWire. Replaces what was received before.
    mutating func receive(_ cast: CastOffer, connection: consuming OwnedDescriptor) throws(CaptureError)

    /// Handles what has happened, without waiting.
    /// - Throws: `CaptureError` with `.screenGone` when there will be no more frames.
    mutating func takeEvents() throws(CaptureError) -> ScreenEvents

    /// What people should know of the screen since the last call, if anything. Asked with each heartbeat.
    mutating func takeRemark(at now: MediaTime) -> Remark?

    /// Whether the display is on; `true` where that is not known. Asked with each heartbeat.
    mutating func isDisplayOn(at now: MediaTime) throws(CaptureError) -> Bool

    /// What can be set of its camera, as it is now; `nil` where it has none. Asked with each heartbeat.
    mutating func cameraControls(at now: MediaTime) -> [CameraControls.Entry]?

    /// What the host wants of the camera; a camera that refuses is a remark.
    mutating func set(_ settings: [CameraSettings.Setting])

    /// Announces a `takeDamage` that follows at once, then (unless nothing changed) a `grab` of at least `stale` into `slot`, and
    /// then `pointerPosition`: a backend that has to ask can send all its questions together, in that order.
    mutating func prepareGrab(_ stale: borrowing Damage, into slot: Int)

    /// For a backend that draws ahead: the slot of the last `prepareGrab` is not to be drawn into any more. What was being drawn
    /// is never reported. Nothing happens when no slot is lent.
    mutating func takeBack()

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
    public static var drawsAhead: Bool { false }
    public static var tellsPointer: Bool { true }
    public var hidesPointer: Bool { false }
    public var tellsFocus: Bool { false }
    public var focus: PixelRectangle? { nil }
    public mutating func takeBack() {}
    public mutating func takeRemark(at now: MediaTime) -> Remark? { nil }
    public mutating func isDisplayOn(at now: MediaTime) throws(CaptureError) -> Bool { true }
    public mutating func cameraControls(at now: MediaTime) -> [CameraControls.Entry]? { nil }
    public mutating func set(_ settings: [CameraSettings.Setting]) {}
    public static var isConfinedFirst: Bool { false }
    public static var comesBack: Bool { false }
    public var isOpen: Bool { true }
    public var canGrab: Bool { true }
    public var wantsCast: Bool { false }
    public var sending: SendingNeeds { [] }
    public var audioName: String? { nil }
    public mutating func speak(through push: AudioPush?) {}
    public mutating func begin() throws(CaptureError) {}
    public mutating func confined() {}
    public mutating func rest() {}
    public mutating func lookAgain() -> Bool { true }
    public mutating func receive(_ cast: CastOffer, connection: consuming OwnedDescriptor) throws(CaptureError) {}
    public var needKiB: UInt32 { 4 * 1024 }
    public mutating func setFrameRate(milliFramesPerSecond: UInt32) {}
    public mutating func prepareGrab(_ stale: borrowing Damage, into slot: Int) {}
}

/// What `takeEvents` found.
public struct ScreenEvents: OptionSet, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Something changed on the screen: `takeDamage` says what.
    public static let damaged = ScreenEvents(rawValue: 1)
    /// `geometry` or `orientation` has changed; the memory attached so far no longer fits.
    public static let geometryChanged = ScreenEvents(rawValue: 2)
    public static let pointerImageChanged = ScreenEvents(rawValue: 4)
    /// `pointerPosition` has changed, for backends whose server reports it.
    public static let pointerMoved = ScreenEvents(rawValue: 8)
    /// `focus` has changed.
    public static let focusChanged = ScreenEvents(rawValue: 16)
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
