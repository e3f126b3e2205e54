import CaptureKit
import Frames
import Platform

/// Where the pictures of this agent come from, as the capture thread sees it. Capture thread only, once it is made.
///
/// Once it is open, it holds one picture at every time.
protocol PictureFeed: AnyObject {
    /// For people: the file, the address, the camera.
    var name: String { get }
    /// Whether it holds a picture. Changes only within `takeEvents`, which says `.geometryChanged` then.
    var isOpen: Bool { get }
    /// Of the picture held. Changes only within `takeEvents`.
    var geometry: FrameGeometry { get }
    var orientation: Orientation { get }
    /// What its pictures may take of this agent's own memory, in bytes; before the first, what is expected.
    var memoryBytes: Int { get }
    var descriptor: Int32? { get }
    var nextEventTime: MediaTime? { get }

    /// Whether there is audio beside the pictures, as far as is known.
    var hasAudio: Bool { get }

    /// Where that goes; `nil` for nowhere.
    func speak(through push: AudioPush?)

    /// What can be set of the camera; `nil` where it is none.
    var panel: (any SettableCamera)? { get }

    /// Called before system calls are filtered: threads begin here.
    func begin() throws(CaptureError)

    /// This process has forbidden itself all that it does not need: what strangers made is parsed from here on.
    func confined()

    /// Takes the newest picture that is due. `.finished` is thrown at an ordinary end.
    func takeEvents() throws(CaptureError) -> ScreenEvents

    /// What people should know of the source since the last call, if anything. Asked several times a second.
    func takeRemark(at now: MediaTime) -> Remark?

    /// Copies the picture held into a slot of its geometry; once.
    /// - Returns: when it was taken.
    func copy(into slot: UnsafeMutableRawPointer) -> MediaTime
}

extension PictureFeed {
    var hasAudio: Bool { false }
    var panel: (any SettableCamera)? { nil }
    func speak(through push: AudioPush?) {}
    func takeRemark(at now: MediaTime) -> Remark? { nil }
}
