import CVideo4Linux
import CaptureKit
import Frames
import Glibc
import Platform

/// A Video4Linux device, open. One thread. Closed, and its pictures stopped, with the last reference.
final class Camera {
    let path: String
    let facts: Facts
    let descriptor: Int32
    private var buffers: [UnsafeRawBufferPointer] = []

    struct Facts: Hashable, Sendable {
        var name = ""
        /// Where it is plugged in, such as `usb-0000:00:14.0-1`.
        var bus = ""
        var driver = ""
    }

    /// A buffer that the camera has filled. It belongs to the agent until it is given back.
    struct Filled {
        let index: UInt32
        let bytes: UnsafeRawBufferPointer
        /// When the camera had it, where it says so.
        let time: MediaTime?
    }

    /// - Throws: `.noScreen` when there is no such device, or it captures nothing, `.permissionDenied`.
    init(_ path: String) throws(CaptureError) {
        let opened = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        guard opened >= 0 else { throw CameraFailure.unopened(path, errno) }
        (self.path, descriptor) = (path, opened)
        var found = cv4l_device()
        guard cv4l_describe(opened, &found) == 0 else {
            facts = Facts()
            throw CaptureError(.noScreen, "\(path) is not a camera: it does not support Video4Linux; 'splitcast sources' lists those of this machine")
        }
        facts = Facts(name: Self.text(found.name), bus: Self.text(found.bus), driver: Self.text(found.driver))
        guard found.captures != 0, found.streams != 0 else {
            let why = found.captures_planes != 0 ? "its pictures come in several planes of memory, which is not supported" : "it captures no pictures"
            throw CaptureError(.noScreen, "\(path) (\(facts.name)) cannot be used: \(why); 'splitcast sources' lists the cameras of this machine")
        }
    }

    deinit {
        if !buffers.isEmpty {
            _ = cv4l_stop(descriptor)
            for buffer in buffers { _ = cv4l_unmap(buffer.baseAddress, buffer.count) }
        }
        close(descriptor)
    }

    /// All that it offers in formats that this agent knows.
    func modes() -> [CameraMode] {
        var modes: [CameraMode] = []
        var code: cv4l_fourcc = 0
        for index in 0..<64 {
            guard cv4l_format(descriptor, UInt32(index), &code) == 0 else { break }
            let letters = FourCC(code: code)
            guard let format = CameraFormat(letters) else { continue }
            for size in sizes(of: letters) {
                modes.append(CameraMode(letters: letters, format: format, size: size, milliFramesPerSecond: rate(of: letters, size)))
            }
        }
        return modes
    }

    /// Of a range, the sizes that people ask for and that lie in it.
    private func sizes(of letters: FourCC) -> [PixelSize] {
        var sizes: [PixelSize] = []
        var size = cv4l_size()
        for index in 0..<256 {
            guard cv4l_size(descriptor, letters.code, UInt32(index), &size) == 0 else { break }
            guard size.is_range != 0 else {
                sizes.append(PixelSize(width: Int(size.width), height: Int(size.height)))
                continue
            }
            let range = CameraSizeRange(
                least: PixelSize(width: Int(size.least_width), height: Int(size.least_height)),
                most: PixelSize(width: Int(size.width), height: Int(size.height)),
                step: PixelSize(width: Int(size.step_width), height: Int(size.step_height)))
            return range.usual
        }
        return sizes
    }

    /// The highest.
    private func rate(of letters: FourCC, _ size: PixelSize) -> UInt32 {
        var (best, rate): (UInt32, UInt32) = (0, 0)
        for index in 0..<64 {
            guard cv4l_rate(descriptor, letters.code, UInt32(size.width), UInt32(size.height), UInt32(index), &rate) == 0 else { break }
            best = max(best, rate)
        }
        return best
    }

    /// Sets it up and starts it: buffers that the kernel owns, none of this process's own memory.
    /// - Returns: what it will deliver, which is the mode's size or near it.
    /// - Throws: `.failed` (in use, for one), `.unsupported`.
    func start(_ mode: CameraMode, milliFramesPerSecond: UInt32?, buffers count: UInt32) throws(CaptureError) -> cv4l_picture {
        var picture = cv4l_picture()
        (picture.format, picture.width, picture.height) = (mode.letters.code, UInt32(mode.size.width), UInt32(mode.size.height))
        guard cv4l_set_picture(descriptor, &picture) == 0 else { throw CameraFailure.refused(self, errno) }
        guard picture.format == mode.letters.code else {
            throw CaptureError(.unsupported, "\(path) (\(facts.name)) offers \(mode) and does not deliver it")
        }
        let rate = milliFramesPerSecond ?? mode.milliFramesPerSecond
        // A camera with one rate refuses to be asked.
        if rate > 0 { _ = cv4l_set_rate(descriptor, rate) }
        let given = cv4l_request_buffers(descriptor, count)
        guard given >= 2 else { throw CameraFailure.refused(self, given < 0 ? errno : ENOMEM) }
        for index in 0..<UInt32(given) {
            var bytes: UnsafeRawPointer?
            var length = 0
            guard cv4l_map(descriptor, index, &bytes, &length) == 0 else { throw CameraFailure.refused(self, errno) }
            buffers.append(UnsafeRawBufferPointer(start: bytes, count: length))
            guard cv4l_queue(descriptor, index) == 0 else { throw CameraFailure.refused(self, errno) }
        }
        guard cv4l_start(descriptor) == 0 else { throw CameraFailure.refused(self, errno) }
        return picture
    }

    /// The newest picture that is there, `nil` for none; older and broken ones go back. Does not wait.
    /// - Throws: `.screenGone` when the camera is gone.
    func newest() throws(CaptureError) -> Filled? {
        var newest: Filled?
        while true {
            var filled = cv4l_filled()
            guard cv4l_dequeue(descriptor, &filled) == 0 else {
                let number = errno
                // EIO: the buffer is lost, the camera goes on.
                if number == EIO { continue }
                guard number == EAGAIN else { throw CameraFailure.gone(self, number) }
                return newest
            }
            guard filled.is_broken == 0, Int(filled.index) < buffers.count else {
                giveBack(filled.index)
                continue
            }
            if let newest { giveBack(newest.index) }
            let buffer = buffers[Int(filled.index)]
            newest = Filled(
                index: filled.index, bytes: UnsafeRawBufferPointer(rebasing: buffer[0..<min(Int(filled.used_bytes), buffer.count)]),
                time: filled.nanoseconds > 0 ? MediaTime(nanoseconds: filled.nanoseconds) : nil)
        }
    }

    /// The camera may fill it again.
    func giveBack(_ index: UInt32) { _ = cv4l_queue(descriptor, index) }

    private static func text<Characters>(_ characters: Characters) -> String {
        withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}
