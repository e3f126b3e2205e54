import Fixtures
import Platform

/// An encoder as libx264 behaves: follows a new bit rate in 1 to 2 s down and some 4 s up, spends no more than its VBV of
/// 0.4 s at once, makes a key frame every 2 s, and gives as much as the picture needs, which on a desktop is mostly little.
struct SimulatedEncoder {
    enum Content: String, CaseIterable, Sendable {
        /// More than any bit rate.
        case motion
        /// Keep-alive frames and key frames.
        case idle
        /// Ten small changes a second.
        case typing
        /// Motion and rest in turns.
        case mixed
    }

    struct Frame {
        let bytes: Int
        let isKeyframe: Bool
    }

    var target: Double
    var mostFrames: FrameRate?
    var isStill = false
    private(set) var rate: Double
    private let content: Content
    private var dice: SeededRandom
    private var vbv: Double
    private var nextFrame = 0.0
    private var lastKeyframe = -10.0
    private var isMoving = true
    private var turnEnd = 0.0
    private var recent: [(time: Double, bytes: Int)] = []

    init(_ content: Content, bitRate: Int, seed: UInt64) {
        (self.content, target, rate) = (content, Double(bitRate), Double(bitRate))
        dice = SeededRandom(seed: seed)
        vbv = 0.4 * Double(bitRate)
    }

    /// In bits a second, over the last second.
    func produced(at time: Double) -> Int { recent.reduce(0) { $0 + ($1.time > time - 1 ? $1.bytes : 0) } * 8 }

    /// The next frame, if one is due. Called every `step` seconds.
    mutating func advance(to time: Double, step: Double, wantsKeyframe: Bool) -> Frame? {
        rate += (target - rate) * min(1, step / (target < rate ? 0.5 : 1.5))
        vbv = min(vbv + rate * step, 0.4 * rate)
        if time >= turnEnd {
            isMoving = content == .motion || (content == .mixed && !isMoving)
            turnEnd = time + 4 + 12 * dice.share()
        }
        let framesPerSecond = isStill ? 0.5 : isMoving ? 30.0 : content == .typing ? 10 : 2
        guard time >= nextFrame || wantsKeyframe else { return nil }
        nextFrame = max(nextFrame, time - step) + 1 / min(framesPerSecond, (mostFrames ?? 30).perSecond)
        let isKeyframe = wantsKeyframe || time - lastKeyframe >= 1.99
        if isKeyframe { lastKeyframe = time }
        let share = rate / 30 * (mostFrames.map { 30 / $0.perSecond } ?? 1)
        let wish: Double =
            isKeyframe
            ? (isMoving ? share * 10 : 400_000) : isMoving ? share * (0.8 + 0.5 * dice.share()) : content == .typing ? 30_000 : 3000
        let bits = max(800, min(wish, vbv))
        vbv -= bits
        let frame = Frame(bytes: Int(bits / 8), isKeyframe: isKeyframe)
        recent.append((time, frame.bytes))
        if recent.count > 120 { recent.removeFirst(60) }
        return frame
    }
}
