public import Frames
import Picture
public import Platform

/// What came of trying an encoder: it was opened, and encoded some pictures. In a process of its own, since drivers crash and hang.
public struct EncoderTrial: Codable, Hashable, Sendable {
    public let encoder: String
    /// As people write it.
    public let codec: String
    public let isHardware: Bool
    /// Every picture came out, the first as a key frame and another where one was asked for.
    public var works = false
    /// Why it does not; empty where it does.
    public var problem = ""
    /// What was tried.
    public var width, height: Int
    public var framesPerSecond: FrameRate
    /// How many pictures a second it made of that; 0 where it does not work.
    public var picturesPerSecond = 0.0
    /// How many pictures later than its own call one comes out.
    public var delayPictures = 0
    /// The largest picture that a hardware encoder took, such as "3840x2160"; empty where none was tried.
    public var largest = ""
    /// What `pixel=` of an encoding may be with it.
    public var pixels: [String]

    public init(_ name: EncoderName, size: PixelSize, framesPerSecond: FrameRate, problem: String = "") {
        (encoder, codec, isHardware, self.problem) = (name.text, name.coding.words, name.isHardware, problem)
        (width, height, self.framesPerSecond) = (size.width, size.height, framesPerSecond)
        pixels = name.samplings.map(\.rawValue)
    }

    /// Tries it here. Blocks as long as the encoder does; a driver may end the process.
    @available(*, noasync)
    public static func run(_ name: EncoderName, size: PixelSize, framesPerSecond: FrameRate, device: String? = nil) -> EncoderTrial {
        var trial = EncoderTrial(name, size: size, framesPerSecond: framesPerSecond)
        do throws(CodecError) {
            try trial.encode(name, size, device)
            trial.works = true
            guard name.isHardware else { return trial }
            for larger in [PixelSize(width: 3840, height: 2160), PixelSize(width: 7680, height: 4320)] where larger.width > size.width {
                var one = trial
                do throws(CodecError) { try one.encode(name, larger, device, pictures: 2) } catch { break }
                trial.largest = "\(larger)"
            }
        } catch { trial.problem = error.description }
        return trial
    }

    private static let longest = Duration.milliseconds(700)

    private mutating func encode(_ name: EncoderName, _ size: PixelSize, _ device: String?, pictures: Int = 30) throws(CodecError) {
        var settings = VideoSettings(size: size, fps: framesPerSecond, encoder: name.library)
        settings.device = device
        settings.keyframeInterval = .seconds(60)
        let encoder = try VideoEncoder(settings) { (settings) throws(CodecError) in
            guard settings.encoder == name.library else { throw CodecError(.notAvailable, operation: "trial", message: "it does not open") }
            return try VideoEncoder.local(settings)
        }
        let picture = MovingPicture(size)
        let began = MediaTime.now()
        let interval = framesPerSecond.interval
        /// From when on it was at work: some take long over the first picture. Drawing is not its work.
        var (timed, drawing) = (began, Duration.zero)
        var (sent, keys, firstOut, made): (Int, [Int], Int?, Int) = (0, [], nil, 0)
        func take(_ packet: Packet) {
            if packet.isKeyframe { keys.append(made) }
            made += 1
            if firstOut == nil { firstOut = sent }
        }
        let asked = min(5, pictures - 1)
        while sent < pictures, sent <= asked || MediaTime.now() - began < Self.longest {
            let drawn = MediaTime.now()
            picture.draw(sent)
            drawing += MediaTime.now() - drawn
            try encoder.encode(picture.view, at: began + interval * Double(sent), wantsKeyframe: sent == asked, emit: take)
            sent += 1
            if sent == 1 { (timed, drawing) = (.now(), .zero) }
        }
        try encoder.flush(emit: take)
        try require(made == sent, "\(made) of \(sent) pictures came out of it")
        try require(keys == [0, asked], "it makes key frames when it likes: \(keys) instead of \([0, asked])")
        guard pictures > 2 else { return }
        picturesPerSecond = Double(sent - 1) / max(0.001, (MediaTime.now() - timed - drawing).inSeconds)
        delayPictures = firstOut ?? 0
    }
}

/// Bars that wander.
private final class MovingPicture {
    let view: I420View
    private let planes: UnsafeMutablePointer<UInt8>

    init(_ size: PixelSize) {
        let luma = size.width * size.height
        planes = .allocate(capacity: luma * 3 / 2)
        planes.initialize(repeating: 128, count: luma * 3 / 2)
        view = I420View(
            size: size, luma: planes, blueChroma: planes + luma, redChroma: planes + luma * 5 / 4, lumaStrideBytes: size.width,
            chromaStrideBytes: size.width / 2)
    }

    deinit { planes.deallocate() }

    func draw(_ number: Int) {
        for y in 0..<view.size.height {
            (view.luma + y * view.lumaStrideBytes).update(repeating: UInt8(16 + (y / 8 + number * 3) * 5 % 220), count: view.size.width)
        }
    }
}
