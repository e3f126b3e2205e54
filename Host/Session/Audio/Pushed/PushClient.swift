import AgentProtocol
import Audio
import Codec
import Platform

/// One connection of pushed audio, and what is known of it. Belongs to the server's thread.
final class PushClient {
    /// Silence before the first sample: the clock is known and the fade in is over when audio begins.
    private static let leadIn = 10
    private static let leadInBlock = 96
    private static let blockSampleFrames = 480
    /// What begins or ends abruptly gets this much to come from, or go to, silence.
    private static let edge = 240

    let socket: PacketSocket
    let connectedAt: MediaTime
    private(set) var pushed: PushedSource?
    private var converter: SampleConverter?
    private(set) var clock = PushClock()
    var allowance = PushAllowance()
    /// Not read from before.
    var restsUntil: MediaTime?
    /// Says no more; it leaves then.
    private(set) var leavesAt: MediaTime?
    private(set) var reason = ""
    /// What it was told last, and what it is to be told.
    var told: AudioState?
    var wanted: AudioState?

    private let scratch: UnsafeMutablePointer<Float>
    /// The value taken off an abrupt beginning, and how far that is; the last value fed.
    private var (headLeft, headRight, headAt): (Float, Float, Int) = (0, 0, -1)
    private var (lastLeft, lastRight): (Float, Float) = (0, 0)

    init(_ socket: PacketSocket, at now: MediaTime) {
        (self.socket, connectedAt) = (socket, now)
        scratch = .allocate(capacity: Self.blockSampleFrames * AudioFormat.channels)
    }

    deinit { scratch.deallocate() }

    func join(_ pushed: PushedSource, _ converter: SampleConverter) { (self.pushed, self.converter) = (pushed, converter) }

    /// It was refused.
    func refuse() { (pushed, converter) = (nil, nil) }

    /// When it may be read from again; `nil`: now.
    func holdBack(at now: MediaTime) -> MediaTime? { clock.holdBack(at: now) }

    /// Puts a block into the mix.
    func mix(_ block: AudioBlock, at now: MediaTime) throws(CodecError) {
        guard let pushed, let converter else { return }
        let start = clock.time(of: pushed.format.span(ofSampleFrames: block.sampleFrames), given: block.captureTime, at: now)
        if clock.isAfterGap { leadIn(to: start, pushed) }
        let held = converter.delay
        feed(try converter.convert(block.samples), from: start - held, to: pushed)
        pushed.heard(until: clock.end ?? now, oddTimes: clock.oddTimes)
    }

    /// Nothing follows: what is there is heard, and then it leaves.
    func end(_ reason: String, at now: MediaTime) {
        guard leavesAt == nil else { return }
        self.reason = reason
        var end = max(clock.end ?? now, now)
        if let pushed, let converter, clock.end != nil {
            let held = converter.delay
            // What the resampler held back is lost when it cannot be had; nothing else is.
            do throws(CodecError) { feed(try converter.flush(), from: end - held, to: pushed) } catch {}
            dieAway(from: end, to: pushed)
            end = end + MixerSettings().delay + pushed.source.lateBy + .milliseconds(30)
        }
        pushed?.lose()
        leavesAt = end
    }

    /// The last value, down to silence; the interpolator looks ahead a little as well.
    private func dieAway(from end: MediaTime, to pushed: PushedSource) {
        for index in 0..<Self.blockSampleFrames {
            let weight = index < Self.edge ? Fade.down(index, of: Self.edge) : 0
            scratch[2 * index] = lastLeft * weight
            scratch[2 * index + 1] = lastRight * weight
        }
        pushed.source.feed(scratch, sampleFrames: Self.blockSampleFrames, capturedAt: end)
    }

    private func leadIn(to start: MediaTime, _ pushed: PushedSource) {
        let block = AudioFormat.span(ofSampleFrames: Self.leadInBlock)
        for index in 0..<Self.leadIn {
            let before = block.inNanoseconds * Int64(Self.leadIn - index)
            pushed.source.feed(nil, sampleFrames: Self.leadInBlock, capturedAt: start - .nanoseconds(before))
        }
        headAt = -1
    }

    private func feed(_ samples: UnsafeBufferPointer<Float>, from start: MediaTime, to pushed: PushedSource) {
        let count = samples.count / AudioFormat.channels
        guard let base = samples.baseAddress else { return }
        var at = 0
        while at < count {
            let part = min(Self.blockSampleFrames, count - at)
            let time = start + AudioFormat.span(ofSampleFrames: at)
            scratch.update(from: base + at * AudioFormat.channels, count: part * AudioFormat.channels)
            softenStart(part)
            (lastLeft, lastRight) = (scratch[2 * part - 2], scratch[2 * part - 1])
            pushed.source.feed(scratch, sampleFrames: part, capturedAt: time)
            at += part
        }
    }

    private func softenStart(_ count: Int) {
        guard headAt < Self.edge else { return }
        if headAt < 0 { (headLeft, headRight, headAt) = (scratch[0], scratch[1], 0) }
        for index in 0..<min(count, Self.edge - headAt) {
            let weight = Fade.down(headAt + index, of: Self.edge)
            scratch[2 * index] -= headLeft * weight
            scratch[2 * index + 1] -= headRight * weight
        }
        headAt = min(headAt + count, Self.edge)
    }
}
