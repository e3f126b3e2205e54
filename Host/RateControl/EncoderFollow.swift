public import Platform

/// Checks that the encoder did what it was told, as it comes out of it. One for the one encoder; belongs to one thread.
public struct EncoderFollow: Sendable {
    public enum Verdict: String, Sendable, Hashable {
        /// Too early to tell.
        case settling
        case follows
        /// Still above the new bit rate: tell it again, or give it less to encode.
        case tooMuch
        /// Told to give more, filled what it had before, and gives no more than that: tell it again.
        case tooLittle
        /// Nothing came out at all, not even keep-alive frames: open it anew.
        case silent
    }

    /// What an encoder may take to go down and up. The figure it is judged by looks back one second more.
    public static let downLimit: Duration = .seconds(2)
    public static let upLimit: Duration = .seconds(5)
    private static let lookBack: Duration = .seconds(1)
    private static let silenceLimit: Duration = .seconds(5)

    private var told: Int
    private var before: Int
    private var toldTime: MediaTime?
    /// The most that came out since it was told.
    private var most = 0
    private var outputTime: MediaTime?
    public private(set) var verdict = Verdict.settling

    public init(bitRate: Int) { (told, before) = (bitRate, bitRate) }

    /// The encoder was told, also when it was told the same again.
    public mutating func tell(_ bitRate: Int, at now: MediaTime) {
        // Small steps up do not start the watch anew: else it would never run out.
        if bitRate <= told || verdict != .settling || toldTime == nil {
            // Told the same again, it is still held against what it gave before.
            if bitRate != told { before = told }
            toldTime = now
        }
        (told, most, verdict) = (bitRate, 0, .settling)
    }

    /// - Parameter encodedBitRate: over the last second.
    public mutating func handle(_ encodedBitRate: Int, at now: MediaTime) -> Verdict {
        if encodedBitRate > 1000 || outputTime == nil { outputTime = now }
        most = max(most, encodedBitRate)
        if let outputTime, now - outputTime > Self.silenceLimit {
            verdict = .silent
        } else if let toldTime {
            verdict = judge(encodedBitRate, after: now - toldTime)
        } else {
            verdict = .follows
        }
        return verdict
    }

    /// What is sent is not of the encoder, as with a clip: it is judged anew from here on.
    public mutating func wait(at now: MediaTime) -> Verdict {
        (toldTime, outputTime, most, verdict) = (now, now, 0, .settling)
        return verdict
    }

    private func judge(_ encoded: Int, after span: Duration) -> Verdict {
        if told <= before {
            // A key frame may lie in the second that is looked at.
            let isTooMuch = encoded > told + told * 2 / 5 + 50_000
            return span < Self.downLimit + Self.lookBack ? .settling : isTooMuch ? .tooMuch : .follows
        }
        guard span >= Self.upLimit + Self.lookBack else { return .settling }
        let isStuck = told > before + before / 4 && most > before * 9 / 10 && most < before * 11 / 10
        return isStuck ? .tooLittle : .follows
    }
}
