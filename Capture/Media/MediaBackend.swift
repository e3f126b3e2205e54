import AgentProtocol
import AppGroup
import CaptureKit
import Frames
import Platform

/// A video, a camera or a still as a screen: copies the picture that is due into the slot, as it is.
struct MediaBackend: ScreenBackend {
    static let name = "media"
    static let isConfinedFirst = true

    private let feed: any PictureFeed
    private var frames: WritableFrames?
    private var isDamaged = false
    /// How often a camera is asked what it may have changed by itself.
    private static let lookInterval = Duration.seconds(1)
    private var nextLook = MediaTime.zero
    private var controls: [CameraControls.Entry] = []
    /// Why the camera took something not as it was asked.
    private var refusal: String?

    init(_ feed: any PictureFeed) { self.feed = feed }

    var screenName: String { feed.name }
    var isOpen: Bool { feed.isOpen }
    var geometry: FrameGeometry { feed.geometry }
    var orientation: Orientation { feed.orientation }
    var descriptor: Int32? { feed.descriptor }
    var nextEventTime: MediaTime? { feed.nextEventTime }

    /// libavcodec and what comes with it take some 8 MiB before the first picture.
    var needKiB: UInt32 { UInt32(10 * 1024 + feed.memoryBytes / 1024) }

    var audioName: String? { feed.hasAudio ? feed.name.split(separator: "/").last.map(String.init) : nil }
    mutating func speak(through push: AudioPush?) { feed.speak(through: push) }
    mutating func begin() throws(CaptureError) { try feed.begin() }
    mutating func confined() { feed.confined() }

    mutating func takeEvents() throws(CaptureError) -> ScreenEvents {
        let events = try feed.takeEvents()
        if events.contains(.damaged) { isDamaged = true }
        return events
    }

    mutating func takeRemark(at now: MediaTime) -> Remark? {
        if let refusal = refusal.take() { return Remark(.other, refusal) }
        return feed.takeRemark(at: now)
    }

    mutating func cameraControls(at now: MediaTime) -> [CameraControls.Entry]? {
        guard let panel = feed.panel else { return nil }
        if now >= nextLook { (controls, nextLook) = (panel.entries(), now + Self.lookInterval) }
        return controls
    }

    mutating func set(_ settings: [CameraSettings.Setting]) {
        guard let panel = feed.panel else { return }
        for setting in settings { refusal = panel.set(setting) ?? refusal }
        nextLook = .zero
    }

    mutating func takeDamage(into damage: inout Damage) throws(CaptureError) {
        if isDamaged { damage.add(PixelRectangle(of: geometry.size)) }
        isDamaged = false
    }

    mutating func attach(memory descriptor: Int32, layout: FrameLayout) throws(CaptureError) {
        do throws(SystemError) { frames = try WritableFrames(descriptor: descriptor, layout: layout) } catch {
            throw CaptureError(.memory, "frame memory: \(error)", cause: error)
        }
    }

    mutating func grab(_ stale: borrowing Damage, into slot: Int) throws(CaptureError) -> MediaTime {
        guard let frames, frames.layout.geometry == feed.geometry else { throw CaptureError(.memory, "no frame memory is attached") }
        return feed.copy(into: frames.pixels(ofSlot: slot))
    }

    mutating func pointerPosition() throws(CaptureError) -> PointerPosition? { nil }

    mutating func withPointerImage(_ body: (borrowing PointerImage) -> Void) throws(CaptureError) {}
}
