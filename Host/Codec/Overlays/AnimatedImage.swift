import CLibAV
public import Frames
public import Picture
import Platform

/// An image file to be laid over the canvas: PNG, APNG, GIF, JPEG, BMP or WebP without animation. Its frames are decoded and scaled once, and lie
/// in memory: any thread may read them.
public struct AnimatedImage: Sendable {
    public struct Frame: Sendable {
        public let image: OverlayFrame
        /// Above zero.
        public let duration: Duration
    }

    /// What an image may take.
    public struct Limits: Sendable {
        /// Of all frames together, scaled.
        public var memoryBytes = 64 << 20
        public var frames = 2000
        /// That are decoded, of all frames: some 20 seconds of computing.
        public var pixels = 4 << 30

        public init() {}
    }

    public static let widths = 1...8192
    /// As browsers have it: what a file says is shown for no time, or hardly any, is shown for 100 ms.
    static let shortest = Duration.milliseconds(11)
    static let usual = Duration.milliseconds(100)

    /// Of all frames.
    public let size: PixelSize
    /// One or more.
    public let frames: [Frame]
    /// Of all frames, after which the first is shown again, whatever the file says of an end.
    public let duration: Duration

    init(_ frames: [Frame]) {
        (size, self.frames) = (frames[0].image.size, frames)
        duration = frames.reduce(.zero) { $0 + $1.duration }
    }

    public var isAnimated: Bool { frames.count > 1 }

    /// Which frame is shown.
    ///
    /// - Parameter elapsed: since the first was; below zero is the first.
    /// - Returns: its index, and after how long the next one is due; `nil` where none is.
    public func frame(at elapsed: Duration) -> (index: Int, next: Duration?) {
        guard isAnimated else { return (0, nil) }
        var rest = Duration.nanoseconds(max(.zero, elapsed).inNanoseconds % duration.inNanoseconds)
        for (index, frame) in frames.enumerated() {
            if rest < frame.duration { return (index, frame.duration - rest) }
            rest -= frame.duration
        }
        return (0, frames[0].duration)
    }

    /// Decodes a file. Blocks, some 20 ms per megapixel and frame; any thread.
    ///
    /// - Parameter width: in pixels, 1...8192, the height follows; `nil` for the picture's own size.
    /// - Throws: `invalidSetting`, in one line that names the file, what is wrong and what to give instead.
    public static func decode(_ path: String, width: Int? = nil, limits: Limits = Limits()) throws(CodecError) -> AnimatedImage {
        if let width, !widths.contains(width) {
            throw CodecError(.invalidSetting, operation: "picture", message: "an image cannot be \(width) pixels wide: give 1 to 8192")
        }
        let packet = try StillPicture.read(path)
        var owned: UnsafeMutablePointer<AVPacket>? = packet
        defer { av_packet_free(&owned) }
        let bytes = UnsafeRawBufferPointer(start: packet.pointee.data, count: Int(packet.pointee.size))
        guard let facts = PictureFacts(bytes) else {
            throw StillPicture.refusal(path, "is not a picture: give a PNG, APNG, GIF, JPEG, WebP or BMP file")
        }
        do throws(CodecError) {
            try check(facts, width, limits)
            LibAVLog.forget()
            switch facts.kind {
            case .gif: return try AnimationDecoder(bytes, .gif, width: width, limits).image()
            case .apng: return try AnimationDecoder(bytes, .apng, width: width, limits).image()
            case .png, .jpeg, .webp, .bmp, .animatedWebP:
                let still = try StillPicture.decode(packet)
                let size = OverlayFrame.size(of: still.orientation.upright(still.geometry.size), width: width)
                try checkMemory(size, 1, limits)
                return AnimatedImage([Frame(image: OverlayFrame(still, size: size), duration: usual)])
            }
        } catch { throw StillPicture.refusal(path, "cannot be used: \(error.message)") }
    }

    /// Before anything is decoded.
    private static func check(_ facts: PictureFacts, _ width: Int?, _ limits: Limits) throws(CodecError) {
        guard facts.kind != .animatedWebP else { throw refusal("it is an animated WebP, which is not read here: convert it to APNG or GIF") }
        guard facts.isWhole else { throw refusal("it ends too early, or is damaged: copy it again") }
        guard let size = facts.size else { throw refusal("it is damaged: it does not say how large it is") }
        guard FrameGeometry(size: size) != nil else {
            throw refusal("it has \(size) pixels, more than 16384 a side or 67 million in all: give a smaller one")
        }
        guard facts.frameCount <= limits.frames else {
            throw refusal("it has \(facts.frameCount) frames, more than \(limits.frames): give a shorter one")
        }
        guard facts.frameCount * size.width * size.height <= limits.pixels else {
            throw refusal("its \(facts.frameCount) frames of \(size) take too long to decode: give a smaller or shorter one")
        }
        // One that is stored lying is as large when it stands, at its own size; at another, it is seen when it is decoded.
        if facts.kind == .gif || facts.kind == .apng { try checkMemory(OverlayFrame.size(of: size, width: width), facts.frameCount, limits) }
    }

    static func checkMemory(_ size: PixelSize, _ frames: Int, _ limits: Limits) throws(CodecError) {
        // Memory comes in pages.
        let bytes = frames * ((size.width * size.height * 4 + 4095) & ~4095)
        guard bytes > limits.memoryBytes else { return }
        let (needed, most) = ((bytes + (1 << 20) - 1) >> 20, limits.memoryBytes >> 20)
        let frames = frames == 1 ? "it takes" : "its \(frames) frames take"
        throw refusal("\(frames) \(needed) MiB at \(size), more than \(most): give it a smaller width, or fewer frames")
    }

    static func refusal(_ text: String) -> CodecError { CodecError(.invalidSetting, operation: "picture", message: text) }
}
