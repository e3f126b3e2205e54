import CVideo4Linux
import CaptureKit
import Frames
import Glibc
import Platform

/// A camera whose pictures need no decoding: each is copied from the kernel's buffer straight into the slot.
///
/// One buffer at most is held; the others are the camera's, so that it never waits.
final class CameraFeed: PictureFeed {
    /// How long the first picture may take: some cameras adjust themselves first.
    static let longestStart = Duration.seconds(5)
    static let buffers: UInt32 = 4

    let name: String
    let isOpen = true
    let geometry: FrameGeometry
    let orientation = Orientation.up
    let panel: (any SettableCamera)?
    private let camera: Camera
    private let copier: CameraCopier
    private var held: Camera.Filled

    /// Starts it, and waits for its first picture.
    /// - Throws: `CaptureError`, naming the camera.
    init(_ camera: Camera, _ mode: CameraMode, milliFramesPerSecond: UInt32?) throws(CaptureError) {
        let picture = try camera.start(mode, milliFramesPerSecond: milliFramesPerSecond, buffers: Self.buffers)
        let size = PixelSize(width: Int(picture.width), height: Int(picture.height))
        let colour = YUVColour(
            matrix: YUVColour.Matrix(rawValue: UInt8(picture.matrix)) ?? .bt601, range: picture.is_full_range != 0 ? .full : .limited)
        guard let pixels = mode.format.pixels(colour), let geometry = FrameGeometry(size: size, format: pixels) else {
            throw CaptureError(.unsupported, "\(camera.path) (\(camera.facts.name)) delivers \(size), which no frame can be")
        }
        (self.camera, self.geometry) = (camera, geometry)
        name = "\(camera.path) \(camera.facts.name)"
        panel = CameraPanel(camera)
        copier = CameraCopier(geometry: geometry, strideBytes: Int(picture.stride_bytes), swapsPairs: mode.format == .uyvy)
        held = try Self.first(of: camera, atLeast: copier.neededBytes)
    }

    private static func first(of camera: Camera, atLeast bytes: Int) throws(CaptureError) -> Camera.Filled {
        let deadline = MediaTime.now() + longestStart
        while true {
            if let filled = try camera.newest() {
                if filled.bytes.count >= bytes { return filled }
                camera.giveBack(filled.index)
            }
            var entry = pollfd(fd: camera.descriptor, events: Int16(POLLIN), revents: 0)
            guard pollUntil(deadline, &entry, 1) > 0 else {
                throw CaptureError(
                    .failed,
                    "\(camera.path) (\(camera.facts.name)) was started and sent no picture within 5 s: check that it is not covered or asleep")
            }
        }
    }

    var descriptor: Int32? { camera.descriptor }
    var nextEventTime: MediaTime? { nil }
    /// The buffers are the kernel's.
    var memoryBytes: Int { 0 }

    func begin() {}
    func confined() {}

    func takeEvents() throws(CaptureError) -> ScreenEvents {
        guard let newest = try camera.newest() else { return [] }
        guard newest.bytes.count >= copier.neededBytes else {
            camera.giveBack(newest.index)
            return []
        }
        camera.giveBack(held.index)
        held = newest
        return .damaged
    }

    func copy(into slot: UnsafeMutableRawPointer) -> MediaTime {
        if let start = held.bytes.baseAddress { copier.copy(start, into: slot) }
        return held.time ?? .now()
    }
}
